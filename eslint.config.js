// How the browser's modules are written. `npm run lint` (and so `make lint`) holds all of them to it; no rule rewrites a file by itself.

import js from "@eslint/js";
import stylistic from "@stylistic/eslint-plugin";
import globals from "globals";

const style = {
  "@stylistic/arrow-parens": ["error", "always"],
  "@stylistic/arrow-spacing": "error",
  "@stylistic/block-spacing": "error",
  "@stylistic/brace-style": ["error", "1tbs", { allowSingleLine: true }],
  "@stylistic/comma-dangle": ["error", "always-multiline"],
  "@stylistic/comma-spacing": "error",
  "@stylistic/eol-last": "error",
  "@stylistic/indent": ["error", 2, { SwitchCase: 1, ignoredNodes: ["TemplateLiteral *", "ConditionalExpression *"] }],
  "@stylistic/key-spacing": "error",
  "@stylistic/keyword-spacing": "error",
  "@stylistic/no-multi-spaces": ["error", { ignoreEOLComments: true }],
  "@stylistic/no-multiple-empty-lines": ["error", { max: 1, maxEOF: 0 }],
  "@stylistic/no-trailing-spaces": "error",
  "@stylistic/object-curly-spacing": ["error", "always"],
  "@stylistic/quotes": ["error", "double", { avoidEscape: true, allowTemplateLiterals: "always" }],
  "@stylistic/semi": ["error", "always"],
  "@stylistic/space-before-blocks": "error",
  "@stylistic/space-infix-ops": "error",
};

const sense = {
  ...js.configs.recommended.rules,
  eqeqeq: "error",
  "no-implicit-globals": "error",
  "no-unused-vars": ["error", { args: "after-used", ignoreRestSiblings: true, argsIgnorePattern: "^_" }],
  "no-var": "error",
  "prefer-const": "error",
};

const language = (names) => ({ ecmaVersion: 2024, sourceType: "module", globals: names });

export default [
  { ignores: ["node_modules/", "build/", ".venv/", ".tools/", "docs/", "src/casusbelli/scaffold/"] },
  { plugins: { "@stylistic": stylistic }, rules: { ...sense, ...style }, linterOptions: { reportUnusedDisableDirectives: "error" } },
  { files: ["src/**/*.js", "tests/**/*.js"], languageOptions: language(globals.browser) },
  { files: ["src/casusbelli/web/sw.js"], languageOptions: { ...language(globals.serviceworker), sourceType: "script" } },
  { files: ["tests/**/*.mjs", "tools/**/*.mjs", "*.js"], languageOptions: language({ ...globals.node, ...globals.browser }) },
];
