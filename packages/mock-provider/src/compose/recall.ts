import type { Brief } from '../answer/brief.ts'
import type { Draft } from '../style/draft.ts'
import { draft } from '../style/draft.ts'
import { withoutStop } from '../text/sentences.ts'
import { capitalise } from '../text/words.ts'
import { spoken } from './voice.ts'

const ASKED =
  /\b(?:what(?:'s| is| was)|who(?:'s| is)|where(?:'s| is)|do you (?:remember|know)|tell me|remember)\s+my\s+([\p{L} ]{2,40}?)(?:\s*[?.!]|$)/iu
const NAME_ASKED =
  /\bwho am i\b|\bwhat(?:'s| is) my name\b|\bdo you (?:know|remember) (?:my name|who i am)\b/i
const NAME_TOLD =
  /\b(?:my name is|i am called|call me|i['’]m|i am)\s+(\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’-]+)?)/u
const NAME_TOLD_LOOSE = /\b(?:[Mm]y name is|[Ii] am called|[Cc]all me)\s+([\p{L}'’-]+)/u

/** Answers "what is my …?" from what the user said earlier in the thread. */
export function recall(brief: Brief): Draft | undefined {
  const { request, conversation } = brief
  const told = conversation.earlier.filter(({ role }) => role === 'user').map(({ text }) => text)
  if (NAME_ASKED.test(request)) {
    const name = told.map(nameIn).findLast((found) => found !== undefined)
    return draft(
      name === undefined
        ? spoken(brief, 'notRecalled', { what: 'name' })
        : spoken(brief, 'recalled', { what: 'name', value: name }),
    )
  }
  const what = ASKED.exec(request)?.[1]?.trim()
  if (what === undefined) return undefined
  const stated = new RegExp(String.raw`\bmy ${what}\s+(?:is|are|was|=|:)\s+([^.!?\n]{1,80})`, 'iu')
  const value = told.map((text) => stated.exec(text)?.[1]).findLast((found) => found !== undefined)
  return draft(
    value === undefined
      ? spoken(brief, 'notRecalled', { what })
      : spoken(brief, 'recalled', { what, value: value.trim() }),
  )
}

/** Acknowledges what the user says about themselves. */
export function remember(brief: Brief): Draft | undefined {
  const { request } = brief
  if (request.includes('?')) return undefined
  const name = nameIn(request)
  if (name !== undefined && request.length < 80)
    return draft(spoken(brief, 'metYou', { name: capitalise(name) }))
  const [, what, value] =
    /^\W*(?:remember(?: that)?\s+)?my\s+([\p{L} ]{2,30}?)\s+(?:is|are)\s+([^.!?\n]{1,80})/iu.exec(
      request,
    ) ?? []
  if (what === undefined || value === undefined) return undefined
  return draft(spoken(brief, 'noted', { what: `your ${what} is ${withoutStop(value)}` }))
}

function nameIn(text: string): string | undefined {
  return (NAME_TOLD_LOOSE.exec(text) ?? NAME_TOLD.exec(text))?.[1]
}
