"use strict";
// Finds players, events, clubs and lists while a name is typed: by the server where there is one,
// else in an index that lies beside the pages. Without scripts the form asks the server itself.
(() => {
  const form = document.querySelector('form[role="search"]');
  if (!form) return;
  const input = form.querySelector("input");
  const MOST = 12;
  const root = form.dataset.root;

  const folded = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const wordsOf = (text) => folded(text).match(/[\p{L}\p{N}_]+/gu) || [];

  // How many slips (a letter wrong, missing, too many, or two exchanged) part two words.
  const slips = (a, b, most) => {
    if (Math.abs(a.length - b.length) > most) return most + 1;
    let before = [], row = Array.from({ length: b.length + 1 }, (_, i) => i);
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++) {
        const same = a[i - 1] === b[j - 1] ? 0 : 1;
        next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + same);
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
          next[j] = Math.min(next[j], before[j - 2] + 1);
        }
      }
      before = row;
      row = next;
    }
    return row[b.length];
  };

  const worth = (asked, word) => {
    if (word === asked) return 1;
    if (word.startsWith(asked)) return 0.9;
    // A number with a slip in it is another number.
    const most = /^\p{N}/u.test(asked) ? 0 : asked.length >= 5 ? 2 : asked.length >= 3 ? 1 : 0;
    if (!most) return 0;
    const away = slips(asked, word, most);
    return away > most ? 0 : away === 1 ? 0.7 : 0.5;
  };

  let index = null;
  const loadIndex = () => new Promise((done) => {
    if (index) return done(index);
    const script = document.createElement("script");
    script.src = form.dataset.index;
    script.onload = () => {
      index = globalThis.banzukeIndex.map((row) => ({
        kind: row[0], name: row[1], address: row[2], hint: row[3], words: wordsOf(row[1]),
        also: wordsOf(row[4] || ""), marks: "pe".includes(row[0]) ? wordsOf(row[3]) : [],
      }));
      done(index);
    };
    script.onerror = () => done([]);
    document.head.append(script);
  });

  const inIndex = async (text) => {
    const asked = wordsOf(text).slice(0, 8);
    if (!asked.length) return [];
    const found = [];
    for (const thing of await loadIndex()) {
      let sum = 0;
      for (const word of asked) {
        const isMark = (mark) => mark === word || (word.length >= 3 && mark.startsWith(word));
        const best = Math.max(
          thing.marks.some(isMark) ? 0.4 : 0,
          ...thing.words.map((known) => worth(word, known)),
          ...thing.also.map((known) => 0.95 * worth(word, known)),
        );
        if (!best) { sum = 0; break; }
        sum += best;
      }
      if (sum) found.push([sum, thing]);
    }
    found.sort((a, b) => b[0] - a[0] || (a[1].name < b[1].name ? -1 : 1));
    return found.map((one) => one[1]);
  };

  const byServer = async (text) => {
    const answer = await fetch(`${form.dataset.search}?q=${encodeURIComponent(text)}`);
    if (!answer.ok) return [];
    const said = await answer.json();
    return [...said.players, ...said.events, ...said.clubs, ...said.lists];
  };

  const find = (text) => (form.dataset.search ? byServer(text) : inIndex(text));

  const lineOf = (thing) => {
    const link = document.createElement("a");
    link.href = `${root}${thing.address}.html`;
    link.textContent = thing.name;
    const line = document.createElement("li");
    line.append(link);
    if (thing.hint) {
      const hint = document.createElement("small");
      hint.textContent = ` ${thing.hint}`;
      line.append(hint);
    }
    return line;
  };

  // What is found while one types, as a list of links below a field; picked : takes what is chosen.
  const suggest = (input, place, wanted, picked) => {
    const list = document.createElement("ul");
    list.className = "typed";
    list.hidden = true;
    list.setAttribute("aria-label", input.getAttribute("aria-label") || input.labels[0]?.textContent || "");
    place.append(list);
    let asked = 0;
    const show = async () => {
      const text = input.value.trim();
      const mine = ++asked;
      const found = text.length < 2 ? [] : (await find(text)).filter(wanted).slice(0, MOST);
      if (mine !== asked) return;
      list.replaceChildren(...found.map((thing) => {
        const line = lineOf(thing);
        if (picked) {
          line.firstChild.addEventListener("click", (event) => {
            event.preventDefault();
            picked(thing);
            list.hidden = true;
            input.focus();
          });
        }
        return line;
      }));
      list.hidden = !found.length;
    };
    let waiting;
    input.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(show, 120); });
    place.addEventListener("keydown", (event) => {
      const links = [...list.querySelectorAll("a")];
      const at = links.indexOf(document.activeElement);
      if (event.key === "Escape") { list.hidden = true; input.focus(); }
      if (list.hidden || !links.length) return;
      if (event.key === "ArrowDown") { event.preventDefault(); links[Math.min(at + 1, links.length - 1)].focus(); }
      if (event.key === "ArrowUp") { event.preventDefault(); (at > 0 ? links[at - 1] : input).focus(); }
    });
    document.addEventListener("click", (event) => { if (!place.contains(event.target)) list.hidden = true; });
  };
  suggest(input, form, () => true);

  // Fields for players: who is chosen from the list is sent by key, which is nobody else's.
  const isPlayer = (thing) => thing.address.startsWith("players/");
  const keyOf = (thing) => thing.address.split("/").pop();
  const choose = (field, thing) => { field.value = thing.name; field.dataset.key = keyOf(thing); };
  for (const field of document.querySelectorAll("input[data-player]")) {
    suggest(field, field.parentElement, isPlayer, (thing) => choose(field, thing));
    field.addEventListener("input", () => { delete field.dataset.key; });
    field.form.addEventListener("submit", () => { if (field.dataset.key) field.value = field.dataset.key; });
  }
  for (const hidden of document.querySelectorAll("form.scripted")) hidden.hidden = false;

  // Who may be meant by a name or a key, in the index: one, or several.
  const playersCalled = async (text) => {
    const all = (await loadIndex()).filter(isPlayer);
    const known = all.filter((thing) => keyOf(thing) === text);
    if (known.length) return known;
    const found = (await inIndex(text)).filter(isPlayer);
    const same = found.filter((thing) => folded(thing.name) === folded(text));
    return same.length ? same : found;
  };
  globalThis.banzukeFinder = { playersCalled, choose, keyOf, lineOf, root };

  // The page of its own for searching, where no server fills it.
  const page = document.getElementById("found");
  if (page && !form.dataset.search) {
    const text = new URLSearchParams(location.search).get("q") || "";
    const field = document.getElementById("ask");
    field.value = text;
    if (text.trim()) {
      inIndex(text).then((found) => {
        if (found.length) {
          const all = document.createElement("ul");
          all.className = "found";
          all.append(...found.slice(0, 60).map(lineOf));
          page.replaceChildren(all);
        } else {
          const none = document.createElement("p");
          none.textContent = form.dataset.nothing;
          page.replaceChildren(none);
        }
      });
    }
  }
})();
