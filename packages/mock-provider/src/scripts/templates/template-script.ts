import { type Answer, textAnswer } from '../../answers/answer.ts'
import type { Conversation } from '../../answers/conversation.ts'

/** Scripted answers of one bundled template. */
export type TemplateScript = readonly {
  /** Matches the system prompt of a node. */
  system: RegExp
  /** Returns undefined to leave the answer to the general rules, such as tool calls. */
  answer: (conversation: Conversation) => Answer | undefined
}[]

export const json = (value: unknown): Answer => textAnswer(JSON.stringify(value))

/** Returns the text under a label of a prompt, up to the next label: `Goal: …`, or `Notes:` and lines. */
export function readSection(prompt: string, label: string): string {
  const pattern = new RegExp(
    String.raw`(?:^|\n)${label}:[ \t]*\n?([\s\S]*?)(?=\n\s*\n[A-Z][a-z]+(?: [a-z]+){0,3}:|$)`,
  )
  return pattern.exec(prompt)?.[1]?.trim() ?? ''
}

/** Returns the items of a list that was written with dashes. */
export const readList = (section: string): string[] =>
  section
    .split(/^- /m)
    .map((item) => item.trim())
    .filter((item) => item !== '')
