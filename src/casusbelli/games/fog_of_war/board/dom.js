// The template and the painting that all boards share.

export * from "/static/markup.js";
