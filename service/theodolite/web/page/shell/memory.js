/** The memory of this device: the games of every kind, what they say of their players, and a file of all of it. */

import { html, useEffect, useState } from "../vendor/htm-preact.js";
import { backup, gamesOf, readBackup, restore } from "./backup.js";
import { currentLanguage, dated, listed, rounded, t, textsOf, written } from "./i18n.js";
import { forgetGame } from "./keep.js";
import { KEPT } from "./link.js";
import { Dialog, Icon, Segments } from "./parts.js";
import { at } from "./root.js";
import { save } from "./share.js";
import { SheetTable } from "./sheet.js";
import { allGames, shelfOf } from "./shelves.js";
import { statisticsOf } from "./statistics.js";
import { gameId, opened, openGame, show, tell } from "./store.js";

/** @typedef {Pick<import("./home.js").Offer, "name" | "title" | "address" | "shelf">} Offer */
/** @typedef {import("./shelves.js").Shelved} Shelved */
/** @typedef {{shelf: string, id: string, open: (id: string) => void}} Own the game that is open, and how another one of its kind is opened */

/** "Cassandra 57 · Elliott 49" @param {import("./keep.js").Kept} kept */
const result = ({ called, names, totals }) =>
  called ??
  names
    .map((name, at) => (totals?.[at] === undefined ? name : `${name} ${written(totals[at])}`))
    .join(" · ");

/** @param {{game: Shelved, offer: Offer, own: Own | null, onForget: () => void}} props */
function Game({ game, offer, own, onForget }) {
  const { id, shelf, began, names, totals, won, example } = game;
  const isOwn = own?.shelf === shelf;
  const isCurrent = isOwn && own.id === id;
  // Totals speak for themselves.
  const winners = totals ? [] : (won ?? []).flatMap((seat) => names[seat] ?? []);
  const about = [
    offer.title,
    dated(began),
    ...(example ? [t("games.example")] : []),
    ...(winners.length > 0 ? [t("games.won", { names: listed(winners) })] : []),
  ];
  const content = html`
    <img src=${at(`page/${offer.name}/cover.svg`)} alt="" width="44" height="44" />
    <span><b>${result(game)}</b><small>${about.join(" · ")}</small></span>
  `;
  return html`
    <li class=${isCurrent ? "current" : ""}>
      ${
        isOwn
          ? html`<button type="button" class="game" aria-current=${isCurrent} onClick=${() => own.open(id)}>${content}</button>`
          : html`<a class="game" href=${at(offer.address + KEPT + id)}>${content}</a>`
      }
      ${
        !isCurrent &&
        html`<button
          type="button"
          class="quiet"
          aria-label=${t("game.forget", { game: result(game) })}
          onClick=${onForget}
        ><${Icon} name="clear" /></button>`
      }
    </li>
  `;
}

/** @param {{offers: Offer[], own: Own | null}} props */
function Games({ offers, own }) {
  const [forgotten, setForgotten] = useState(
    /** @type {{game: string, undo: () => void} | null} */ (null),
  );
  const games = allGames().flatMap((game) => {
    const offer = offers.find((one) => shelfOf(one) === game.shelf);
    return offer ? [{ game, offer }] : [];
  });
  /** @param {Shelved} game */
  const forget = (game) => {
    setForgotten({ game: result(game), undo: forgetGame(game.id, game.shelf) });
  };
  const bringBack = () => {
    forgotten?.undo();
    setForgotten(null);
  };
  return html`
    <div class="notice" role="status">
      ${
        forgotten &&
        html`
        <div class="said">
          <p>${t("notice.game_removed", { game: forgotten.game })}</p>
          <button type="button" class="undo" onClick=${bringBack}><${Icon} name="undo" />${t("notice.undo")}</button>
        </div>`
      }
    </div>
    ${games.length === 0 && html`<p>${t("games.none")}</p>`}
    <ul class="games">
      ${games.map(
        ({ game, offer }) => html`
        <${Game} key=${game.shelf + game.id} game=${game} offer=${offer} own=${own} onForget=${() => forget(game)} />
      `,
      )}
    </ul>
  `;
}

/** @param {{title: string, statistics: ReturnType<typeof statisticsOf>, texts: Record<string, string>, alone: boolean}} props */
function Table({ title, statistics, texts, alone }) {
  const { players, pairs, categories } = statistics;
  const isCounted = players.some(({ average }) => average !== null);
  /** @type {(title: string, cell: (player: import("./statistics.js").Player) => any) => {title: string, cells: any[]}} */
  const row = (name, cell) => ({ title: name, cells: players.map(cell) });
  const rows = [
    row(t("statistics.games"), ({ games }) => games),
    ...(alone ? [] : [row(t("statistics.wins"), ({ wins }) => wins)]),
    ...(isCounted ? [row(t("statistics.best"), ({ best }) => written(best ?? "–"))] : []),
    ...categories
      .filter((one) => `category.${one}` in texts)
      .map((one) =>
        row(texts[`category.${one}`], ({ parts }) => (one in parts ? rounded(parts[one]) : "–")),
      ),
    ...(isCounted
      ? [
          row(t("statistics.average"), ({ average }) =>
            average === null ? "–" : html`<b>${rounded(average)}</b>`,
          ),
        ]
      : []),
  ];
  return html`
    <h3>${title}</h3>
    <${SheetTable}
      caption=${title}
      heads=${players.map(({ name }) => html`<span class="name">${name}</span>`)}
      rows=${rows.slice(0, -1)}
      foot=${rows[rows.length - 1]}
    />
    ${
      !alone &&
      pairs.length > 0 &&
      html`<h4>${t("statistics.pairs")}</h4>
      <ul class="pairs">
        ${pairs.map(({ names: [one, other], wins }) => html`<li><span>${one}</span><b>${wins.join(" : ")}</b><span>${other}</span></li>`)}
      </ul>`
    }
  `;
}

/** @param {{offers: Offer[]}} props */
function Statistics({ offers }) {
  const [texts, setTexts] = useState(/** @type {Record<string, Record<string, string>>} */ ({}));
  const games = allGames();
  const all = offers.flatMap((offer) =>
    [false, true].map((alone) => ({
      offer,
      alone,
      statistics: statisticsOf(
        games.filter(({ shelf }) => shelf === shelfOf(offer)),
        alone,
      ),
    })),
  );
  const known = all.filter(({ statistics }) => statistics.players.length > 0);
  const folders = [...new Set(known.map(({ offer }) => offer.name))];
  useEffect(() => {
    for (const folder of folders) {
      // Without a connection the categories of a game that is not open are left out.
      textsOf(folder)
        .then((own) => setTexts((others) => ({ ...others, [folder]: own })))
        .catch(() => {});
    }
  }, [folders.join(), currentLanguage()]);
  return html`
    <p class="hint">${t(known.length > 0 ? "statistics.how" : "statistics.none")}</p>
    ${known.map(
      ({ offer: { name, title }, alone, statistics }) => html`
      <${Table}
        key=${`${name} ${alone}`}
        title=${alone ? t("statistics.alone", { title }) : title}
        statistics=${statistics}
        texts=${texts[name] ?? {}}
        alone=${alone}
      />
    `,
    )}
  `;
}

/** @typedef {import("./backup.js").Backup} Held */

/** @param {{onRestored: () => void}} props */
function BackupFile({ onRestored }) {
  const [held, setHeld] = useState(/** @type {Held | null} */ (null));
  const [says, setSays] = useState(/** @type {string | null} */ (null));
  const saveAll = () => {
    const now = new Date();
    const file = new Blob([backup(now)], { type: "application/json" });
    save(file, `theodolite-${now.toISOString().slice(0, 10)}.json`);
  };
  /** @param {any} event */
  const open = async ({ target }) => {
    const [file] = target.files;
    if (!file) return;
    const read = readBackup(await file.text());
    target.value = "";
    setHeld(read);
    setSays(read ? null : t("backup.refused"));
  };
  /** @type {(storage: import("./backup.js").Storage, replacing: boolean) => void} */
  const take = (storage, replacing) => {
    const isWhole = restore(storage, replacing);
    setHeld(null);
    setSays(t(isWhole ? "backup.restored" : "backup.full"));
    if (isWhole) onRestored();
  };
  return html`
    <p>${t("backup.how")}</p>
    <div class="dialog-actions">
      <label>
        ${t("backup.open")}
        <input type="file" accept="application/json,.json" onChange=${open} />
      </label>
      <button type="button" class="main" onClick=${saveAll}>${t("backup.save")}</button>
    </div>
    <div class="notice" role="status">${says && html`<p class="said">${says}</p>`}</div>
    ${held && html`<${Restore} held=${held} onTake=${take} onLeave=${() => setHeld(null)} />`}
  `;
}

/** @param {{held: Held, onTake: (storage: import("./backup.js").Storage, replacing: boolean) => void, onLeave: () => void}} props */
function Restore({ held: { made, storage }, onTake, onLeave }) {
  const games = gamesOf(storage);
  /** @param {import("./backup.js").Found["is"]} wanted */
  const count = (wanted) => games.filter(({ is }) => is === wanted).length;
  const [n, others] = [count("missing"), games.filter(({ is }) => is === "other")];
  return html`
    <section class="restore" aria-label=${t("backup.open")}>
      <p>${t("backup.holds", { date: dated(made), n: games.length })} ${t("backup.missing", { n })}</p>
      ${
        others.length > 0 &&
        html`<p>${t("backup.others", { n: others.length })}</p>
        <ul>${others.map(({ game }) => html`<li>${result(game)}</li>`)}</ul>`
      }
      <div class="dialog-actions">
        <button type="button" onClick=${onLeave}>${t("backup.leave")}</button>
        ${others.length > 0 && html`<button type="button" onClick=${() => onTake(storage, true)}>${t("backup.replace", { n: others.length })}</button>`}
        <button type="button" class="main" onClick=${() => onTake(storage, false)}>${t("backup.add")}</button>
      </div>
    </section>
  `;
}

const TABS = ["games", "statistics", "backup"];

/** @param {{offers: Offer[], own?: Own | null, onRestored?: () => void}} props */
export function Memory({ offers, own = null, onRestored = () => {} }) {
  const [tab, setTab] = useState(TABS[0]);
  return html`
    <div class="memory">
      <${Segments}
        label=${t("games")}
        options=${TABS.map((value) => ({ value, text: t(`memory.${value}`) }))}
        value=${tab}
        onChoose=${setTab}
      />
      ${tab === "games" && html`<${Games} offers=${offers} own=${own} />`}
      ${tab === "statistics" && html`<${Statistics} offers=${offers} />`}
      ${tab === "backup" && html`<${BackupFile} onRestored=${onRestored} />`}
    </div>
  `;
}

/** The same while a game is open. @param {{onClose: () => void}} props */
export function GamesDialog({ onClose }) {
  const game = opened();
  const [offers, setOffers] = useState(/** @type {Offer[]} */ ([{ ...game, address: "" }]));
  useEffect(() => {
    fetch(at("page/games.json"))
      .then((response) => response.json())
      .then(setOffers)
      .catch(() => {});
  }, []);
  /** @param {string} id */
  const open = (id) => {
    openGame(id);
    show({ ...game.view, dialog: null });
  };
  // The open game may have been replaced.
  const onRestored = () => openGame(gameId()) || tell();
  return html`
    <${Dialog} title=${t("games")} onClose=${onClose}>
      <${Memory} offers=${offers} own=${{ shelf: game.shelf, id: gameId(), open }} onRestored=${onRestored} />
    </>
  `;
}
