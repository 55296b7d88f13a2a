import type { Brief } from '../answer/brief.ts'
import { sectionsNamed } from '../text/sections.ts'

const ITEM = /^(?:[-*•]|\d{1,2}[.)])\s+(\S.*)$/

/** Entries of the lists that a prompt hands over under one of these names. */
export function itemsUnder({ sections }: Brief, name: RegExp): string[] {
  return sectionsNamed(sections, name).flatMap(({ text }) =>
    text.split('\n').flatMap((line) => ITEM.exec(line)?.[1] ?? []),
  )
}
