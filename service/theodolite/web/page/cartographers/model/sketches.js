/**
 * The request of each scoring card, as a small map of our own.
 *
 * A row is a row of spaces: capitals are terrain as everywhere (X is anything that fills a space), small
 * letters the same where it pays, `o` an empty space that pays, `n` a mountain and `r` a farm on ruins that do.
 */

/** @type {Record<string, string[]>} */
export const SKETCHES = {
  sentinel_wood: ["ff.ff", "f.F.f", ".FF..", "f..ff"],
  greenbough: ["f....", "..f..", ".f..f", "...f."],
  treetower: [".X.", "XfX", ".X."],
  stoneside_forest: ["nFF.", "..F.", "..Fn"],
  canal_lake: ["wa.A", "wa..", "...W"],
  mages_valley: [".w.W", "w^a.", ".a.A"],
  the_golden_granary: ["wR.W", "....", "A.r."],
  shoreside_expanse: ["A.....", "..aa..", "..a..W", ".....A"],
  wildholds: ["vv..V", "vvv..", ".v..V"],
  great_city: ["vvv..", "vv..^", "...VV"],
  greengold_plains: ["FvvW", ".vA.", "..^V"],
  shieldgate: ["VVV..", "VV..v", "...vv"],
  borderlands: ["..x..", "xxxxx", "X.x..", "..xX."],
  lost_barony: ["X....", ".xxx.", "Xxxx.", ".xxxX"],
  the_broken_road: [".X...", "x..X.", ".x...", "X.x.."],
  the_cauldrons: ["XXX..", "XoXX.", "XXXoX", "..XX."],
  faunlost_thicket: ["F.f.", "..f.", "F.f.", "F..F"],
  deepwood: ["fff.F", "ff...", "..FFV"],
  heart_of_the_forest: [".F..", "FfF.", ".F.F"],
  sleepy_valley: ["F..F.", "f.f.f", "..F.."],
  craylund: ["W.W.A", "aaaW.", "...WA"],
  ulems_wallow: ["AwA.", "...W", ".A.A"],
  clawsgrave_peaks: ["nWWA", "....", "^W.."],
  jorekburg: ["a.W.A", "w.A..", "w.A..", "a...."],
  traylo_monastery: ["vvvv.", ".V..V", "...VV"],
  outer_enclave: [".oo.", "oVVo", ".oVo", "..o."],
  gnomish_colony: ["vvV.", "vv..", "..VV"],
  caravansary: ["vv...", ".vv..", "..v.V"],
  dwarvenholds: ["X..X.", "xxnxx", ".X..."],
  silos: ["x.xXx", "xXx.x", "x.x.x"],
  banded_hills: ["F..F.", "fvawm", ".V..W"],
  starlit_sigil: ["XXXX", "XooX", "XXoX", "XXXX"],
};
