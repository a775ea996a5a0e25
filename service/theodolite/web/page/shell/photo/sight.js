/** Whether a photograph can be read at all, judged by its pixels before anybody is asked about them. */

/** @typedef {import("./quad.js").Point} Point */
/** @typedef {{grey: Float32Array, data: Uint8ClampedArray, width: number, height: number}} Small brightness from 0 to 255, and red, green, blue and opacity, row by row */

const LONGEST_SIDE = 640;
/** Of 255, the brightness below which colours can no longer be distinguished. */
const DARK = 40;
/** The variance of the Laplacian below which no edge is left. */
const BLURRED = 14;
/** The spread of colours up to which a picture has none: 0 in grey, at most 0.03 in sepia, from 0.04 in dim coloured light. */
const PALE = 0.03;
/** How near the rim of the picture a corner of the board may lie, as a share of its side. */
const RIM = 0.015;

/** @param {HTMLCanvasElement} canvas @returns {Small} */
function greyed(canvas) {
  const scale = Math.min(1, LONGEST_SIDE / Math.max(canvas.width, canvas.height));
  const width = Math.round(canvas.width * scale);
  const height = Math.round(canvas.height * scale);
  const small = document.createElement("canvas");
  small.width = width;
  small.height = height;
  const context = /** @type {CanvasRenderingContext2D} */ (small.getContext("2d"));
  context.drawImage(canvas, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const grey = Float32Array.from(
    { length: width * height },
    (_, at) => 0.299 * data[4 * at] + 0.587 * data[4 * at + 1] + 0.114 * data[4 * at + 2],
  );
  return { grey, data, width, height };
}

/** Whether a point lies within four corners, clockwise. @type {(corners: Point[], x: number, y: number) => boolean} */
const isWithin = (corners, x, y) =>
  corners.every(([left, top], at) => {
    const [right, bottom] = corners[(at + 1) % corners.length];
    return (right - left) * (y - top) >= (bottom - top) * (x - left);
  });

/** Brightness and sharpness of the board; where none was found, of whatever is brightest. @type {(picture: Pick<Small, "grey" | "width" | "height">, corners: Point[] | null) => {brightness: number, sharpness: number}} */
export function lightOn({ grey, width, height }, corners) {
  let [count, light, sum, squares] = [0, 0, 0, 0];
  for (let y = 1; y < height - 1; y += 1) {
    for (let x = 1; x < width - 1; x += 1) {
      if (corners && !isWithin(corners, x, y)) continue;
      const at = y * width + x;
      const edge = grey[at - 1] + grey[at + 1] + grey[at - width] + grey[at + width] - 4 * grey[at];
      count += 1;
      light += grey[at];
      sum += edge;
      squares += edge * edge;
    }
  }
  // A board somewhere in it may be bright though most of the picture is black.
  const brightness = corners ? light / count : grey.toSorted()[Math.floor(0.9 * grey.length)];
  return { brightness, sharpness: squares / count - (sum / count) ** 2 };
}

/** How much the colours of the board differ, whatever their lightness. @type {(picture: Pick<Small, "data" | "width">, corners: Point[]) => number} */
export function colourOf({ data, width }, corners) {
  let [count, reds, greens, squares] = [0, 0, 0, 0];
  for (let at = 0; 4 * at < data.length; at += 1) {
    if (!isWithin(corners, at % width, Math.floor(at / width))) continue;
    const [red, green, blue] = data.subarray(4 * at, 4 * at + 3);
    // In the dark noise would count as colour.
    const light = red + green + blue + 30;
    const [warm, leafy] = [(red - blue) / light, (2 * green - red - blue) / light];
    count += 1;
    reds += warm;
    greens += leafy;
    squares += warm * warm + leafy * leafy;
  }
  return Math.sqrt(squares / count - (reds / count) ** 2 - (greens / count) ** 2);
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Point[] | null} corners of the board; null where no whole one was found
 * @param {boolean} isOfTiles which only colours tell apart
 * @returns {("dark" | "blurred" | "no_colours" | "cut_off" | "no_board")[]}
 */
export function faultsOf(canvas, corners, isOfTiles) {
  const picture = greyed(canvas);
  const scale = picture.width / canvas.width;
  const scaled = corners?.map(([x, y]) => /** @type {Point} */ ([scale * x, scale * y])) ?? null;
  const { brightness, sharpness } = lightOn(picture, scaled);
  const isAtRim = corners?.some(
    ([x, y]) =>
      Math.min(x, canvas.width - x) < RIM * canvas.width ||
      Math.min(y, canvas.height - y) < RIM * canvas.height,
  );
  /** @type {ReturnType<typeof faultsOf>} */
  const faults = [];
  if (brightness < DARK) faults.push("dark");
  else if (sharpness < BLURRED) faults.push("blurred");
  else if (isOfTiles && scaled && colourOf(picture, scaled) < PALE) faults.push("no_colours");
  if (isAtRim) faults.push("cut_off");
  if (corners === null) faults.push("no_board");
  return faults;
}
