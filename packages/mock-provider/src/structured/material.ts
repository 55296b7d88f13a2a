import type { LineItem } from '../entities/line-items.ts'
import type { Room } from './room.ts'

/** What a structured answer is made from. */
export type Material = {
  /** The text the answer is about. */
  text: string
  /** What the prompt says about the task. */
  instructions: string
  topic: string
  /** Set inside a list of records: the one this object describes. */
  item?: LineItem
  /** Tells siblings in a list apart: 0 for the first. */
  position: number
  writer: Writer
  room: Room
}

/** Things a structured answer needs composed rather than found. */
export type Writer = {
  summary: () => string
  reply: () => string
  answer: () => string
  draft: () => string
  title: () => string
  questions: (count: number) => string[]
  points: () => string[]
  /** Where what the tools gave back is from. */
  sources: () => string[]
  steps: () => readonly string[]
  review: () => { isGood: boolean; advice: string; score: number }
  /** Which of these a supervisor hands the next task to; undefined where nothing is supervised. */
  handoff: (labels: readonly string[]) => string | undefined
  /** What a look back at a plan says; undefined where none is asked for. */
  reflection: () => { isDone: boolean; text: string } | undefined
}

export type Filled = {
  value: unknown
  /** Whether the text gave reason for this value, rather than the schema alone. */
  isFound: boolean
}

export const NOT_FOUND: Filled = { value: null, isFound: false }

export function found(value: unknown): Filled {
  return { value, isFound: true }
}
