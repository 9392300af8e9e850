// The page in a browser: node page.mjs ADDRESS [PART OF THE NAME OF A TEST].  It needs playwright-core and axe-core, in
// the folder that NODE_PATH names, and Chromium (the variable CHROMIUM, or chromium on the PATH).  SCREENSHOTS names a
// folder for pictures.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const { chromium } = require("playwright-core");
const axe = await readFile(require.resolve("axe-core/axe.min.js"), "utf8");
const address = process.argv[2];
const shots = process.env.SCREENSHOTS;
const executablePath = process.env.CHROMIUM ?? execFileSync("which", ["chromium"]).toString().trim();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });

const RIGHT = "n >= 1\n{ n n+1 }\nREPEAT\n  _n An B1\nENDREP\n";
const WRONG = RIGHT.replace("B1", "A1");
// The first chain is as long as 2500 blocks, each in the stack of the one before.
const half = 2500 * 2501 / 2;
const DEEP = `{ ${half} }\nREPEAT\n  FOR i FROM 1 UPTO 2500 REP _i PER\n  FOR i FROM 1 UPTO 2500 REP Ai PER\nENDREP\n`;

/** A page that has loaded; whatever goes wrong in it, or leaves the address, fails the test. */
async function open(fragment = "", options = {}) {
  const page = await browser.newPage({ viewport: { width: 1300, height: 900 }, ...options });
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("request", (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(address)) faults.push(request.url());
  });
  await page.goto(address + fragment, { waitUntil: "commit" });
  await page.waitForSelector("html[data-ready]");
  await settled(page);
  page.faults = faults;
  return page;
}

const text = (page, name) => page.textContent(`#${name}`);

/** Waits for what an element says. */
async function says(page, name, expected) {
  const check = ([name, source]) => new RegExp(source, "s").test(document.getElementById(name).textContent);
  try {
    await page.waitForFunction(check, [name, expected.source], { timeout: 20_000 });
  } catch {
    assert.match(await text(page, name), expected);
  }
}

const settled = (page) => says(page, "verdict", /^(Verified|Refuted|Undecided|Vacuous|Rejected|No verdict|Stopped)/);

const tests = {
  async "a wrong text is marked, and verified when it is repaired"() {
    const page = await open();
    await page.fill("#text", WRONG);
    await says(page, "verdict", /^Refuted/);
    assert.equal(await text(page, "marks").then((all) => all.trimEnd()), WRONG.trimEnd(), "the marks lie below the text");
    assert.equal(await page.textContent("#marks mark"), "A1");
    assert.equal(await page.textContent("#findings .runs tr:first-child .differs"), "A2 ≠");
    assert.equal(await page.textContent("#findings .runs tr:last-child .differs"), "A1 ≠");
    await page.click("#findings .finding button.inline >> nth=1");
    const chosen = await page.$eval("#text", (area) => area.value.slice(area.selectionStart, area.selectionEnd));
    assert.equal(chosen, "A1");
    await page.fill("#text", RIGHT.replace("{ n n+1 }", "{ n n+1 "));
    await says(page, "verdict", /^Rejected/);
    assert.equal(await page.textContent("#marks mark"), "{");
    await page.click("#findings .finding button.inline >> nth=0");
    await says(page, "findings", /An example/);
    await page.fill("#text", RIGHT);
    await says(page, "verdict", /^Verified/);
    assert.equal(await page.locator("#marks mark").count(), 0);
    assert.equal(await page.textContent("#theorem .theorem >> nth=0"), "period p=2n+1");
    assert.equal(await page.locator("#theorem math").count() > 3, true);
    return page;
  },

  async "what was said of an older text is taken back at once"() {
    const page = await open();
    await page.fill("#text", RIGHT);
    await says(page, "verdict", /^Verified/);
    const certificate = (await page.evaluate((text) => new Promise((resolve) => {
      const worker = new Worker("worker.js", { type: "module" });
      WebAssembly.compileStreaming(fetch("engine.wasm")).then((module) => {
        worker.postMessage({ module });
        worker.postMessage({ question: JSON.stringify({ ask: "verify", text, certify: true }) });
      });
      worker.addEventListener("message", ({ data }) => data.reply && resolve(data.reply.more.certificate));
    }), RIGHT));
    await page.setInputFiles("#file", { name: "x.proof", mimeType: "text/plain", buffer: Buffer.from(certificate) });
    await says(page, "certified", /accepted/);
    const left = await page.$eval("#text", (area, text) => {
      area.value = text;
      area.dispatchEvent(new Event("input"));
      const opacity = getComputedStyle(document.getElementById("theorem")).opacity;
      return ["verdict", "certified"].map((name) => document.getElementById(name).textContent).concat(opacity);
    }, WRONG);
    assert.deepEqual(left, ["Checking …", "", "0.35"]);
    await says(page, "verdict", /^Refuted/);
    assert.equal(await text(page, "theorem"), "");
    return page;
  },

  async "a proposed change is taken over"() {
    const page = await open();
    await page.fill("#text", WRONG);
    await says(page, "verdict", /^Refuted/);
    await page.locator("#findings button", { hasText: "Apply fix" }).first().click();
    await says(page, "verdict", /^Verified/);
    assert.equal(await page.inputValue("#text"), RIGHT.replace("B1", "B"));
    return page;
  },

  async "a counterexample is shown in the sequence"() {
    const page = await open();
    await page.fill("#text", WRONG);
    await says(page, "verdict", /^Refuted/);
    await page.locator("#findings button", { hasText: "Show in the sequence" }).click();
    await says(page, "place", /^Position 2: B\. Moves: n to 1 \(A\); n\+1 to 0 \(_\)\. In the description: A1/);
    assert.equal(await page.inputValue("#moves"), "{ n n+1 }");
    return page;
  },

  async "undo survives a fix, tidying, and the choice of a text"() {
    const page = await open();
    const now = () => page.inputValue("#text");
    const undo = async (expected) => {
      await page.focus("#text");
      for (let times = 0; times < 40 && await now() !== expected; times++) await page.keyboard.press("Control+z");
      assert.equal(await now(), expected);
    };
    await page.click("#text");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(WRONG);
    await says(page, "verdict", /^Refuted/);
    await page.locator("#findings button", { hasText: "Apply fix" }).first().click();
    await says(page, "verdict", /^Verified/);
    await undo(WRONG);
    await says(page, "verdict", /^Refuted/);
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("   # a remark");
    const untidy = await now();
    await page.keyboard.press("Control+Home");
    await page.keyboard.insertText("  ");
    await page.click("#tidy");
    await page.waitForFunction((text) => document.getElementById("text").value.startsWith(text), "n >= 1\n");
    await undo(untidy);
    await page.selectOption("#published", "satz8");
    await says(page, "verdict", /^Verified/);
    await page.selectOption("#kind", "nim");
    await says(page, "verdict", /^Verified/);
    await page.focus("#text");
    await page.keyboard.press("Control+z");
    await says(page, "verdict", /^Verified: proved/);
    assert.equal(await page.inputValue("#kind"), "nimseq");
    await undo(untidy);
    await says(page, "verdict", /^Refuted/);
    return page;
  },

  async "drafts are kept, and offered again"() {
    const page = await open();
    const mine = RIGHT.replace("n >= 1", "# mine\nn >= 3");
    await page.fill("#text", mine);
    await page.selectOption("#published", "satz8");
    await says(page, "verdict", /^Verified/);
    await page.focus("#published");
    const own = await page.$$eval("#published optgroup[label='typed here'] option", (all) => all.map((it) => it.textContent));
    assert.deepEqual(own, ["mine"]);
    await page.selectOption("#published", { label: "mine" });
    await page.waitForFunction((text) => document.getElementById("text").value === text, mine);
    // What is typed last, and at once left, is there again.
    const last = mine.replace("mine", "mine again");
    await page.fill("#text", last);
    await page.goto("about:blank");
    await page.goto(address, { waitUntil: "commit" });
    await page.waitForSelector("html[data-ready]");
    assert.equal(await page.inputValue("#text"), last);
    // A link does not take it away either.
    await page.goto("about:blank");
    await page.goto(`${address}#text=${encodeURIComponent(WRONG)}`, { waitUntil: "commit" });
    await page.waitForSelector("html[data-ready]");
    await says(page, "verdict", /^Refuted/);
    await page.focus("#published");
    const all = await page.$$eval("#published optgroup[label='typed here'] option", (all) => all.map((it) => it.dataset.text));
    assert.ok(all.includes(last), all);
    return page;
  },

  async "each kind has an example"() {
    const page = await open();
    const kinds = await page.$$eval("#kind option", (all) => all.map((it) => it.value));
    assert.equal(kinds.length, 6);
    const seen = new Set();
    for (const kind of [...kinds.slice(1), kinds[0]]) {
      await page.selectOption("#kind", kind);
      await says(page, "verdict", /^(Verified|Refuted|Vacuous)/);
      seen.add(await page.inputValue("#text"));
    }
    assert.equal(seen.size, 6);
    return page;
  },

  async "lines have numbers, and words colours, in their places"() {
    const page = await open();
    await page.fill("#text", `# a line\n${WRONG}${"# more\n".repeat(60)}`);
    await says(page, "verdict", /^Refuted/);
    assert.equal(await page.locator("#numbers span").count(), 67);
    assert.deepEqual(await page.$$eval("#marks .keyword", (all) => all.map((it) => it.textContent)), ["REPEAT", "ENDREP"]);
    assert.equal(await page.textContent("#marks .comment >> nth=0"), "# a line");
    assert.equal(await page.textContent("#marks"), `${await page.inputValue("#text")}\n`);
    await page.$eval("#text", (area) => (area.scrollTop = 300));
    const tops = () => page.$$eval("#text, #marks, #numbers", (all) => all.map((it) => it.scrollTop));
    await page.waitForFunction(() => document.getElementById("numbers").scrollTop === 300);
    assert.deepEqual(await tops(), [300, 300, 300]);
    return page;
  },

  async "games have any rule and any start"() {
    const page = await open();
    await page.fill("#moves", "3 5");
    await page.fill("#rule", "won odd");
    await page.fill("#start", "+");
    await says(page, "period", /outcomes by the rule won odd with the start \+ of \{ 3 5 \}: period p=31/);
    const other = await open(new URL((await page.click("#link"), page.url())).hash);
    await says(other, "period", /the rule won odd with the start \+/);
    await other.close();
    await page.fill("#start", "A");
    await says(page, "period", /the start has A/);
    await page.fill("#start", "");
    await page.selectOption("#values", "nim");
    assert.equal(await page.inputValue("#rule"), "");
    await says(page, "period", /^The Grundy values of \{ 3 5 \}/);
    return page;
  },

  async "cases are joined, and brackets are as high as letters"() {
    const page = await open();
    await page.fill("#moves", "{ 2 3 n }");
    await page.click("#infer");
    await says(page, "inferred", /Found and proved/);
    assert.equal(await page.locator("#inferred .cases").first().locator("mtr").count(), 3);
    await says(page, "inferred", /n≡0,4\(mod5\)/);
    const heights = await page.$$eval("#inferred mo", (all) => all.map((it) => it.getBoundingClientRect().height));
    const least = Math.min(...heights.filter((it) => it > 0));
    assert.ok(heights.every((it) => it < 2 * least + 20), heights);
    assert.deepEqual(await page.$$eval("#inferred mo:not([stretchy=false])", (all) => all.length), 0);
    return page;
  },

  async "other kinds of inputs are checked, and texts tidied"() {
    const page = await open();
    await page.fill("#text", RIGHT.replaceAll("\n", "\n ").trimEnd());
    await says(page, "verdict", /^Verified/);
    await page.click("#tidy");
    await page.waitForFunction((text) => document.getElementById("text").value === text, RIGHT);
    await page.selectOption("#kind", "nim");
    await says(page, "verdict", /^Rejected/);
    assert.equal(await page.isVisible("#certify"), false);
    const claims = "N03:  2  xor 2  normal N 1:2  misere N 1:1\n";
    await page.fill("#text", claims);
    await says(page, "verdict", /^Verified/);
    await page.fill("#text", claims.replace("xor 2", "xor 3"));
    await says(page, "verdict", /^Refuted/);
    await says(page, "findings", /Claimed: 3; computed: 2/);
    return page;
  },

  async "the page works without a network once it was there"() {
    const page = await open();
    await page.waitForSelector("html[data-kept]");
    await page.context().setOffline(true);
    await page.goto(`${address}#text=${encodeURIComponent(WRONG)}`, { waitUntil: "commit" });
    await page.reload({ waitUntil: "commit" });
    await page.waitForSelector("html[data-ready]");
    await says(page, "verdict", /^Refuted/);
    await page.fill("#text", RIGHT);
    await says(page, "verdict", /^Verified/);
    await page.context().setOffline(false);
    return page;
  },

  async "a link has all of the page"() {
    const page = await open();
    await page.fill("#text", WRONG);
    await page.fill("#moves", "{ n 3n+m }");
    await page.selectOption("#values", "outcome");
    await page.waitForSelector("#parameters [data-name=m]");
    await page.fill("#parameters input[type=number][data-name=n]", "7");
    await page.fill("#parameters input[type=number][data-name=m]", "4");
    await page.fill("#width", "25");
    await says(page, "period", /\{ 7 25 \}/);
    await page.fill("#position", "30");
    await page.press("#position", "Enter");
    await says(page, "place", /^Position 30/);
    await page.click("#link");
    const fragment = new URL(page.url()).hash;
    const other = await open(fragment);
    assert.equal(await other.inputValue("#text"), WRONG);
    assert.match(await text(other, "verdict"), /^Refuted/);
    await says(other, "period", /\{ 7 25 \}/);
    await says(other, "place", /^Position 30/);
    for (const [name, value] of [["width", "25"], ["values", "outcome"], ["moves", "{ n 3n+m }"]]) {
      assert.equal(await other.inputValue(`#${name}`), value);
    }
    assert.equal(await text(other, "place"), await text(page, "place"));
    await page.close();
    return other;
  },

  async "a fragment that nobody wrote does no harm"() {
    const page = await open("#text=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&width=-3&cell=x&at=n=1e9&at=&kind=chess&from=0.5");
    assert.match(await text(page, "verdict"), /^No verdict: unknown kind of input chess/);
    assert.equal(await page.locator("img").count(), 0);
    assert.equal(await page.getAttribute("#width", "aria-invalid"), null);
    assert.match(await page.inputValue("#width"), /^[1-9][0-9]*$/);
    return page;
  },

  async "long work is stopped"() {
    const page = await open();
    await page.fill("#moves", "21 103 214 235");
    await page.selectOption("#values", "outcome");
    await says(page, "period", /no period in/);
    const said = await page.evaluate(() => {
      document.getElementById("halt").click();
      return document.getElementById("period").textContent;
    });
    assert.match(said, /^Stopped/, "at once");
    await page.fill("#moves", "1 2");
    await says(page, "period", /p=3, preperiod q=0/);
    return page;
  },

  async "a proof is stopped, and another one begins"() {
    const page = await open();
    await page.selectOption("#published", "satz8");
    await says(page, "verdict", /^Verified/);
    const text = await page.inputValue("#text");
    // The endless loop, written again and again, is right as well.
    const body = text.slice(text.indexOf("REPEAT") + 6, text.indexOf("ENDREP"));
    await page.$eval("#text", (area, text) => {
      area.value = text;
      area.dispatchEvent(new Event("input"));
    }, text.replace("ENDREP", `${body.repeat(300)}ENDREP`));
    await page.waitForSelector("#progress[value]");
    const said = await page.evaluate(() => {
      document.getElementById("text").dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
      return document.getElementById("verdict").textContent;
    });
    assert.match(said, /^Stopped/, "at once");
    await page.fill("#text", RIGHT);
    await says(page, "verdict", /^Verified/);
    return page;
  },

  async "what is too deep for a browser is no verdict, and does no harm"() {
    const page = await open();
    await page.fill("#text", DEEP);
    await says(page, "verdict", /^No verdict.*stack/);
    const nested = `n >= 1 { n } REPEAT ${"FOR i FROM 1 UPTO n REP ".repeat(20_000)} _n An ${"PER ".repeat(20_000)} ENDREP`;
    await page.fill("#text", nested);
    await says(page, "verdict", /^Rejected/);
    await page.fill("#text", RIGHT);
    await says(page, "verdict", /^Verified/);
    return page;
  },

  async "a certificate is saved, dropped and checked"() {
    const page = await open();
    await page.fill("#text", RIGHT);
    await says(page, "verdict", /^Verified/);
    const [download] = await Promise.all([page.waitForEvent("download"), page.click("#certify")]);
    const certificate = await readFile(await download.path(), "utf8");
    assert.match(certificate, /^grundy-certificate/);
    const drop = (content) => page.evaluate((content) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], "dropped.proof"));
      document.getElementById("drop").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, content);
    await drop(certificate);
    await says(page, "certified", /dropped.proof is accepted: it proves/);
    await drop(certificate.slice(0, certificate.length / 2));
    await says(page, "certified", /not accepted/);
    await page.fill("#text", WRONG);
    await says(page, "verdict", /^Refuted/);
    await drop(certificate);
    await says(page, "certified", /not accepted/);
    return page;
  },

  async "sliders move the sequence and its period"() {
    const page = await open();
    await page.fill("#moves", "{ 2n 5n 6n+1 8n+1 }");
    await page.fill("#parameters input[type=number]", "20");
    await says(page, "period", /p=112221, preperiod q=141/);
    await page.fill("#parameters input[type=range]", "10");
    await says(page, "period", /p=14111, preperiod q=71/);
    assert.equal(await page.inputValue("#parameters input[type=number]"), "10");
    await page.fill("#moves", "{ n");
    await says(page, "period", /the move list is not closed/);
    return page;
  },

  async "positions are looked at by mouse and by keyboard"() {
    const page = await open();
    await page.selectOption("#published", "satz8");
    await says(page, "verdict", /^Verified/);
    // The moves are those of the text.
    await page.waitForFunction(() => document.getElementById("moves").value === "{ 2n 5n 6n+1 8n+1 }");
    await page.fill("#parameters input[type=number]", "20");
    await page.fill("#width", "281");
    await page.locator("#picture").scrollIntoViewIfNeeded();
    await page.hover("#picture", { position: { x: 72 + 10, y: 20 + 6 } });
    await says(page, "place", /^Position 283: .*Moves: 2n to 243.*In the description/);
    await page.focus("#picture");
    await page.keyboard.press("ArrowDown");
    await says(page, "place", /^Position 564/);
    await page.keyboard.press("ArrowRight");
    await says(page, "place", /^Position 565/);
    await page.keyboard.press("+");
    assert.match(await page.$eval("#extent", (it) => it.style.width), /^1758px/);
    return page;
  },

  async "the moves follow the text until others are typed, and rows show the period"() {
    const page = await open();
    await says(page, "period", /\{ 5 6 \}: period p=11/);
    // As many periods as there is room for.
    await page.waitForFunction(() => document.getElementById("width").value === "286");
    await page.fill("#text", RIGHT.replaceAll("n+1", "n+2").replace("B1", "B2").replace("n >= 1", "n >= 2"));
    await page.waitForFunction(() => document.getElementById("moves").value === "{ n n+2 }");
    await page.fill("#moves", "1 2");
    await page.fill("#text", RIGHT);
    await says(page, "verdict", /^Verified/);
    assert.equal(await page.inputValue("#moves"), "1 2");
    return page;
  },

  async "the language is on the page"() {
    const page = await open();
    await page.click("#help summary");
    assert.match(await page.textContent("#help"), /REPEAT … ENDREP/);
    await page.fill("#text", WRONG);
    await says(page, "verdict", /^Refuted: the description is wrong\.$/);
    await page.fill("#text", `CLAIM period 3n\n${RIGHT}`);
    await says(page, "verdict", /^Refuted: a claim is false\.$/);
    return page;
  },

  async "a theorem is found"() {
    const page = await open();
    await page.fill("#moves", "{ n n+2 }");
    await page.selectOption("#values", "outcome");
    await page.click("#infer");
    await says(page, "inferred", /Found and proved:.*period p=2n\+2/);
    await page.click("#inferred button");
    await says(page, "verdict", /^Verified/);
    return page;
  },

  async "the page is for everyone, and fits, at each width and in both schemes"() {
    for (const [width, colorScheme] of [[360, "light"], [390, "dark"], [1300, "light"], [1300, "dark"]]) {
      const page = await open("", { viewport: { width, height: 800 }, colorScheme });
      const seen = async (state) => {
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
        assert.deepEqual(found, [], `${state}, ${width}, ${colorScheme}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= width, `${state}, ${width}`);
        if (shots) await page.screenshot({ path: `${shots}/${state}-${width}-${colorScheme}.png`, fullPage: true });
      };
      const paper = await page.$eval("html", (it) => getComputedStyle(it).backgroundColor);
      assert.equal(paper, colorScheme === "dark" ? "rgb(28, 28, 28)" : "rgb(253, 253, 252)");
      await says(page, "period", /p=/);
      await seen("start");
      await page.click("#help summary");
      await page.fill("#text", `CLAIM period 3n\n${WRONG}`);
      await says(page, "verdict", /^Refuted/);
      await page.locator("#findings .finding button.inline").first().click();
      await says(page, "findings", /An example/);
      await seen("refuted");
      await page.click("#help summary");
      await page.fill("#text", "n >= 1\n{ n n+1 \nREPAET\n  _n An B1\nENDREP\n");
      await says(page, "verdict", /^Rejected/);
      await seen("rejected");
      await page.selectOption("#published", "satz8");
      await page.waitForFunction(() => document.getElementById("moves").value === "{ 2n 5n 6n+1 8n+1 }");
      await page.fill("#moves", "{ 2 3 n }");
      await page.click("#infer");
      await says(page, "inferred", /Found and proved/);
      await page.focus("#picture");
      await page.keyboard.press("ArrowDown");
      await says(page, "place", /^Position/);
      await seen("proved");
      assert.deepEqual(page.faults, []);
      await page.close();
    }
  },

  async "all of it can be done by keys"() {
    const page = await open();
    const name = () => page.evaluate(() => {
      const { id, dataset, textContent } = document.activeElement;
      return id || dataset.name || textContent;
    });
    const to = async (wanted) => {
      const passed = [];
      while (await name() !== wanted) {
        passed.push(await name());
        assert.ok(passed.length < 60, `${wanted} is not among ${passed}`);
        await page.keyboard.press("Tab");
      }
      const outline = await page.evaluate(() => getComputedStyle(document.activeElement.closest(".editor") ?? document.activeElement).outlineStyle);
      assert.notEqual(outline, "none", `where ${wanted} is cannot be seen`);
      return passed;
    };
    // In the order of the page, and all of them.
    await says(page, "theorem", /LaTeX/);
    await says(page, "period", /p=/);
    const all = await page.$$eval("button, input, select, textarea, summary, [tabindex='0']", (all) => all
      .filter((it) => !it.disabled && it.checkVisibility()).map((it) => it.id || it.dataset.name || it.textContent));
    assert.deepEqual([...(await to("picture")).slice(1), "picture"], all);
    await page.reload({ waitUntil: "commit" });
    await page.waitForSelector("html[data-ready]");
    await to("The language on one screen");
    await page.keyboard.press("Enter");
    assert.ok(await page.isVisible("#help dl"));
    await to("text");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText(WRONG);
    await page.keyboard.press("Control+Enter");
    await says(page, "verdict", /^Refuted/);
    await to("Apply fix");
    await page.keyboard.press("Enter");
    await says(page, "verdict", /^Verified/);
    assert.equal(await name(), "text");
    await to("moves");
    await page.keyboard.press("Control+a");
    await page.keyboard.insertText("{ n n+2 }");
    await to("infer");
    await page.keyboard.press("Enter");
    await says(page, "inferred", /Found and proved/);
    await to("picture");
    await page.keyboard.press("ArrowRight");
    await says(page, "place", /^Position 0/);
    return page;
  },

  async "the page is there soon"() {
    const page = await open();
    const soon = await page.evaluate(() => performance.getEntriesByName("verdict")[0].startTime);
    console.log(`  the first verdict stands there after ${Math.round(soon)} ms`);
    assert.ok(soon < 5000, `${soon} ms`);
    return page;
  },
};

let failed = 0;
for (const [name, test] of Object.entries(tests)) {
  if (process.argv[3] && !name.includes(process.argv[3])) continue;
  try {
    const page = await test();
    assert.deepEqual(page?.faults ?? [], []);
    console.log(`ok: ${name}`);
    await page?.close();
  } catch (error) {
    failed += 1;
    console.log(`FAILED: ${name}\n${String(error.stack ?? error).slice(0, 2000)}`);
  }
}
await browser.close();
process.exitCode = failed > 0 ? 1 : 0;
