"use strict";
// Puts two players side by side where no server answers: who has a page with the other is led to
// it; of any other two it is said whether they met, and where both stand.
(() => {
  const place = document.getElementById("compared");
  const finder = globalThis.banzukeFinder;
  const fields = [...document.querySelectorAll("form.pair input[data-player]")];
  if (!place || !finder || fields.length !== 2) return;
  const { met, language, nobody, meant, same } = place.dataset;
  const letters = Number(place.dataset.letters);
  const point = (1.1).toLocaleString(language).charAt(1);
  const written = (text) => text.replace("-", "\u2212").replace(".", point);
  const counted = (number) => number.toLocaleString(language);

  const element = (name, text, kind) => {
    const made = document.createElement(name);
    made.textContent = text;
    if (kind) made.className = kind;
    return made;
  };

  // What the file that tells of a player says.
  const toldOf = (key) => new Promise((done) => {
    const word = letters ? key.slice(-letters) : "all";
    const found = () => (globalThis.banzukeMet || {})[`met-${word}`];
    if (found()) return done(found());
    const script = document.createElement("script");
    script.src = `${met}${word}.js`;
    script.onload = () => done(found());
    script.onerror = () => done(null);
    document.head.append(script);
  });

  // Won, drawn and lost by the first of two against the other.
  const scoreOf = (mine, theirs) => {
    const there = new Map();
    for (let at = 0, game = 0; at < theirs.length; at += 3) {
      game += theirs[at];
      there.set(game, [theirs[at + 1], theirs[at + 2]]);
    }
    const score = { games: 0, won: 0, drawn: 0, lost: 0 };
    for (let at = 0, game = 0; at < mine.length; at += 3) {
      game += mine[at];
      const other = there.get(game);
      if (!other || other[1] === mine[at + 2]) continue;
      score.games += 1;
      if (!other[0] || !mine[at + 1]) continue;
      if (mine[at + 1] === other[0]) score.drawn += 1;
      else if (mine[at + 1] < other[0]) score.won += 1;
      else score.lost += 1;
    }
    return score;
  };

  const linked = (text, address) => {
    const link = element("a", text);
    link.href = `${finder.root}${address}.html`;
    return link;
  };

  const standing = (row, pattern) => {
    const cell = element("td", row ? `${written(row[4] || "\u2013")} ` : "\u2013", "n");
    if (row && row[2] !== null) {
      cell.append(element("small", pattern.replace("\ufffc", counted(row[2])).replace("\ufffd", counted(row[3]))));
    }
    return cell;
  };

  const draw = (things, told) => {
    const form = document.getElementById("compared-form").content.cloneNode(true);
    const say = (name) => form.querySelector(`[data-say="${name}"]`);
    const keys = things.map(finder.keyOf);
    const [one, other] = keys.map((key, at) => told[at].players[key]);
    const score = scoreOf(one.games, other.games);
    ["one", "other"].forEach((name, at) => {
      say(name).append(linked(things[at].name, things[at].address));
      say(`${name}-hint`).textContent = things[at].hint;
      say(`${name}-name`).textContent = things[at].name;
    });
    say("score").textContent = score.games ? [score.won, score.drawn, score.lost].map(counted).join(" \u00b7 ") : "\u2013";
    say(score.games ? "never" : "met").remove();
    const body = form.querySelector("tbody");
    const rows = new Map();
    [one, other].forEach((player, side) => {
      for (const row of player.stands) {
        const which = `${row[0]} ${row[1]}`;
        if (!rows.has(which)) rows.set(which, [null, null]);
        rows.get(which)[side] = row;
      }
    });
    const lists = [...rows.values()].map((pair) => (pair[0] || pair[1])[0]);
    for (const pair of rows.values()) {
      const [number, pool] = pair[0] || pair[1];
      const line = document.createElement("tr");
      const list = document.createElement("td");
      list.append(linked(...told[0].lists[number]));
      if (pool && lists.filter((one) => one === number).length > 1) list.append(element("small", ` ${pool}`));
      line.append(list, ...pair.map((row) => standing(row, body.dataset.rank)));
      body.append(line);
    }
    say(rows.size ? "nowhere" : "stands").remove();
    place.replaceChildren(form);
  };

  // Who may be meant; whoever is chosen is asked for by key.
  const choices = (field, text, things) => {
    if (!things.length) return [element("p", nobody.replace("\ufffc", text), "notice")];
    const list = element("ul", "", "found");
    list.append(...things.slice(0, 8).map((thing) => {
      const line = finder.lineOf(thing);
      const asked = new URLSearchParams(location.search);
      asked.set(field.name, finder.keyOf(thing));
      line.firstChild.href = `?${asked}`;
      return line;
    }));
    return [element("h2", meant.replace("\ufffc", text)), list];
  };

  const compare = async () => {
    const asked = new URLSearchParams(location.search);
    const texts = fields.map((field) => (asked.get(field.name) || "").trim());
    fields.forEach((field, at) => { field.value = texts[at]; });
    const people = [];
    for (const text of texts) people.push(text ? await finder.playersCalled(text) : []);
    const unclear = [];
    people.forEach((found, at) => {
      if (found.length === 1) finder.choose(fields[at], found[0]);
      else if (texts[at]) unclear.push(...choices(fields[at], texts[at], found));
    });
    place.replaceChildren(...unclear);
    if (people.some((found) => found.length !== 1)) return;
    const things = people.map((found) => found[0]);
    const keys = things.map(finder.keyOf);
    if (keys[0] === keys[1]) { place.append(element("p", same, "notice")); return; }
    const told = [await toldOf(keys[0]), await toldOf(keys[1])];
    if (!told[0] || !told[1]) return;
    if (told[0].players[keys[0]].pages.includes(keys[1])) {
      location.replace(`${finder.root}battle/${[...keys].sort().join("/")}.html`);
      return;
    }
    draw(things, told);
  };
  compare();
})();
