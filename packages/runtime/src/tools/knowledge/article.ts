export type Article = { title: string; text: string }
