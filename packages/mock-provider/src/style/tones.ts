import { uncapitalise } from '../text/words.ts'

export type Tone =
  | 'plain'
  | 'pirate'
  | 'shakespeare'
  | 'robot'
  | 'formal'
  | 'friendly'
  | 'enthusiastic'
  | 'simple'

const ASKED: readonly (readonly [Tone, RegExp])[] = [
  ['pirate', /\bpirates?\b/i],
  ['shakespeare', /\b(?:shakespeare(?:an)?|old(?:e)? english|elizabethan|medieval)\b/i],
  ['robot', /\b(?:like|as|be) (?:a )?robot\b|\brobotic\b/i],
  [
    'simple',
    /\b(?:eli5|like i(?:'| a)m (?:five|5)|(?:to|for) (?:a )?(?:child(?:ren)?|kids?|(?:five|5)[- ]year[- ]olds?)|simple (?:words|language|terms)|plain language)\b/i,
  ],
  [
    'enthusiastic',
    /\b(?:enthusiastic(?:ally)?|excited(?:ly)?|energetic|cheerful(?:ly)?|upbeat|hyped?)\b/i,
  ],
  ['formal', /\b(?:formal(?:ly)?|professional(?:ly)?|business[- ]like|businesslike)\b/i],
  [
    'friendly',
    /\b(?:friendly|warm(?:ly)?|casual(?:ly)?|informal(?:ly)?|conversational|kind(?:ly)? tone)\b/i,
  ],
]

export function toneAsked(instructions: string): Tone {
  return ASKED.find(([, pattern]) => pattern.test(instructions))?.[0] ?? 'plain'
}

type Swap = readonly [RegExp, string]

const SWAPS: Readonly<Partial<Record<Tone, readonly Swap[]>>> = {
  pirate: [
    [/\bhello\b/gi, 'ahoy'],
    [/\bHi\b/g, 'Ahoy'],
    [/\bmy\b/g, 'me'],
    [/\byou are\b/gi, 'ye be'],
    [/\byour\b/gi, 'yer'],
    [/\byou\b/gi, 'ye'],
    [/\b(?:is|are|am)\b/g, 'be'],
    [/\bfriends?\b/gi, 'matey'],
    [/\byes\b/gi, 'aye'],
    [/\bmoney\b/gi, 'doubloons'],
    [/(\w{3,})ing\b/g, "$1in'"],
  ],
  shakespeare: [
    [/\byou are\b/gi, 'thou art'],
    [/\byou have\b/gi, 'thou hast'],
    [/\byour\b/gi, 'thy'],
    [/\byou\b/gi, 'thou'],
    [/\bdoes\b/g, 'doth'],
    [/\bhas\b/g, 'hath'],
    [/\bhello\b/gi, 'good morrow'],
    [/\bnothing\b/gi, 'naught'],
    [/\boften\b/gi, 'oft'],
  ],
  formal: [
    [/\bdon['’]t\b/g, 'do not'],
    [/\bcan['’]t\b/g, 'cannot'],
    [/\bit['’]s\b/gi, 'it is'],
    [/\bI['’]m\b/g, 'I am'],
    [/\bHi\b/g, 'Dear'],
    [/\bHello\b/g, 'Good day'],
    [/\bThanks\b/g, 'Thank you'],
    [/!/g, '.'],
  ],
  simple: [
    [/\butili[sz]es?\b/gi, 'uses'],
    [/\bapproximately\b/gi, 'about'],
    [/\brequires?\b/gi, 'needs'],
    [/\bhowever\b/gi, 'but'],
    [/\btherefore\b/gi, 'so'],
    [/\bnumerous\b/gi, 'many'],
    [/;\s*/g, '. '],
  ],
}

const FRAMES: Readonly<Partial<Record<Tone, readonly [before: string, after: string]>>> = {
  pirate: ['Arr! ', ' Yo ho ho!'],
  shakespeare: ['Hark! ', ' Fare thee well.'],
  robot: ['BEEP. ', ' END OF MESSAGE.'],
  friendly: ['', ' I hope that helps!'],
  enthusiastic: ['Absolutely! ', ''],
  simple: ['Think of it like this: ', ''],
}

/** Rewords one passage; what stands in double quotes is somebody's own words and stays. */
export function inTone(text: string, tone: Tone): string {
  const swapped = text
    .split(/("[^"]*"|“[^”]*”)/)
    .map((part, index) => (index % 2 === 1 ? part : swapAll(part, SWAPS[tone] ?? [])))
    .join('')
  return tone === 'enthusiastic' ? swapped.replaceAll(/(?<=\p{L})\.(?=\s|$)/gu, '!') : swapped
}

/** The words around a whole answer. */
export function frameOf(tone: Tone): { before: string; after: string } {
  const [before = '', after = ''] = FRAMES[tone] ?? []
  return { before, after }
}

export function joinFrame(before: string, text: string): string {
  return before.endsWith(': ') ? before + uncapitalise(text) : before + text
}

function swapAll(text: string, swaps: readonly Swap[]): string {
  return swaps.reduce(
    (result, [pattern, by]) =>
      result.replace(pattern, (...match: unknown[]) => {
        const found = String(match[0])
        const replaced = found.replace(
          new RegExp(pattern.source, pattern.flags.replace('g', '')),
          by,
        )
        return /^\p{Lu}/u.test(found)
          ? (replaced[0] ?? '').toUpperCase() + replaced.slice(1)
          : replaced
      }),
    text,
  )
}
