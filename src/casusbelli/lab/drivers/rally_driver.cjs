// Random play of a Rally-the-Troops module: node rally_driver.cjs PATH SECONDS, one line of JSON comes out.
"use strict"
const path = require("node:path")

const rules = require(path.resolve(process.argv[2], "rules.js"))
const seconds = Number(process.argv[3])
const scenario = rules.scenarios ? (Array.isArray(rules.scenarios) ? rules.scenarios : Object.values(rules.scenarios).flat())[0] : ""
const roles = typeof rules.roles === "function" ? rules.roles(scenario, {}) : rules.roles

let chance = 12345
/** @param {number} n */
const draw = (n) => (chance = (chance * 1103515245 + 12345) % 2147483648) % n
const spent = () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6

/** Every legal action with its argument. */
function options(view) {
	const found = []
	for (const [name, offered] of Object.entries(view.actions ?? {})) {
		if (name === "undo") continue
		if (Array.isArray(offered)) for (const argument of offered) found.push([name, argument])
		else if (offered) found.push([name, undefined])
	}
	return found
}

let decisions = 0
let games = 0
let middle = null
const began = spent()
while (spent() - began < seconds || games === 0) {
	let game = rules.setup(draw(2147483647) + 1, scenario, {})
	for (let n = 0; n < 20000 && game.active !== "None" && game.active !== null && game.state !== "game_over"; ++n) {
		const active = roles.includes(game.active) ? game.active : roles[draw(roles.length)]
		const open = options(rules.view(game, active))
		if (open.length === 0) break
		const [name, argument] = open[draw(open.length)]
		game = rules.action(game, active, name, argument) ?? game
		++decisions
		if (n === 100 && middle === null) middle = JSON.stringify(game)
		if (spent() - began > 4 * seconds) break
	}
	++games
}
const played = spent() - began
const text = middle ?? "{}"
const from = spent()
let copies = 0
while (spent() - from < 0.2) {
	JSON.parse(text)
	++copies
}
const clone = ((spent() - from) / copies) * 1e6
console.log(JSON.stringify({ decisions, games, seconds: played, clone_us: clone }))
