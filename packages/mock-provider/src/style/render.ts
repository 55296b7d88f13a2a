import { asSentence, sentences, withoutStop } from '../text/sentences.ts'
import { uncapitalise, words } from '../text/words.ts'
import type { Block, Draft } from './draft.ts'
import type { Style } from './style.ts'
import { frameOf, inTone, joinFrame } from './tones.ts'

/** Words a draft as its prompt asked. */
export function render(draft: Draft, style: Style): string {
  if (draft.blocks.every((block) => block.kind === 'verbatim') && draft.blocks.length > 0) {
    return draft.blocks.map((block) => (block.kind === 'verbatim' ? block.text : '')).join('\n')
  }
  const limited = limit(style.shape === 'prose' ? draft : asPoints(draft), style)
  const body = paragraphsOf(limited, style)
  const isLetter = draft.blocks.some((block) => block.kind === 'verbatim')
  return finish(isLetter ? body.join('\n\n') : framed(body.join('\n\n'), style), style)
}

/** Where points are asked for, running sentences become a list. */
function asPoints(draft: Draft): Draft {
  const blocks = draft.blocks.map<Block>((block) =>
    block.kind === 'text' ? { kind: 'list', items: block.sentences } : block,
  )
  return { ...draft, blocks: mergeLists(blocks) }
}

function mergeLists(blocks: readonly Block[]): Block[] {
  const merged: Block[] = []
  for (const block of blocks) {
    const last = merged.at(-1)
    if (block.kind === 'list' && last?.kind === 'list') {
      merged[merged.length - 1] = { kind: 'list', items: [...last.items, ...block.items] }
    } else merged.push(block)
  }
  return merged
}

function limit(draft: Draft, style: Style): Draft {
  const { maxSentences, maxItems } = style
  const items = style.shape === 'prose' ? undefined : (maxItems ?? maxSentences)
  if (items !== undefined) {
    const blocks = draft.blocks.map<Block>((block) =>
      block.kind === 'list' ? { kind: 'list', items: block.items.slice(0, items) } : block,
    )
    return { ...draft, blocks }
  }
  return maxSentences === undefined ? draft : limitSentences(draft, maxSentences)
}

/** The lead goes first, the close last; what is said word for word is not counted. */
function limitSentences(draft: Draft, most: number): Draft {
  const keepsClose = draft.close !== undefined && most > 1
  let room = keepsClose ? most - 1 : most
  const blocks = draft.blocks.flatMap<Block>((block) => {
    if (block.kind === 'heading' || block.kind === 'verbatim') return [block]
    const said = block.kind === 'text' ? block.sentences : block.items
    const kept = said.flatMap((part) => sentences(part)).slice(0, room)
    room -= kept.length
    return kept.length === 0 ? [] : [{ kind: 'text', sentences: kept }]
  })
  const isEmpty = blocks.length === 0 && draft.lead !== undefined
  return {
    blocks: isEmpty ? [{ kind: 'text', sentences: [draft.lead ?? ''] }] : blocks,
    ...(keepsClose ? { close: draft.close } : {}),
  }
}

function paragraphsOf(draft: Draft, style: Style): string[] {
  const word = (passage: string) => inTone(passage, style.tone)
  const paragraphs = draft.blocks.map((block) => {
    switch (block.kind) {
      case 'text':
        return word(block.sentences.join(' '))
      case 'list':
        return listText(block.items.map(word), style)
      case 'heading':
        return `## ${block.text}`
      default:
        return block.text
    }
  })
  const lead = draft.lead === undefined ? [] : [word(draft.lead)]
  const close = draft.close === undefined ? [] : [word(draft.close)]
  const [first] = draft.blocks
  const isOneParagraph = lead.length > 0 && first?.kind === 'text' && style.shape === 'prose'
  const head = isOneParagraph
    ? [`${lead.join('')} ${paragraphs[0] ?? ''}`]
    : [...lead, ...paragraphs.slice(0, 1)]
  return [...head, ...paragraphs.slice(1), ...close].filter((part) => part.trim() !== '')
}

function listText(items: readonly string[], style: Style): string {
  if (style.shape === 'table') {
    const rows = items.map((item, index) => `| ${index + 1} | ${item.replaceAll('|', '/')} |`)
    return ['| # | Point |', '| --- | --- |', ...rows].join('\n')
  }
  const mark = (index: number) => (style.shape === 'numbered' ? `${index + 1}.` : '-')
  return items.map((item, index) => `${mark(index)} ${item}`).join('\n')
}

function framed(text: string, style: Style): string {
  const { before, after } = frameOf(style.tone)
  const isShort = style.maxSentences !== undefined || style.maxWords !== undefined
  return joinFrame(before, text) + (isShort ? '' : after)
}

function finish(text: string, style: Style): string {
  let whole = text
  if (style.maxWords !== undefined) whole = firstWords(whole, style.maxWords)
  if (style.reader !== undefined) whole = `${style.reader}, ${whole}`
  for (const mention of style.mentions) {
    if (!whole.toLowerCase().includes(mention.toLowerCase())) whole += ` (${mention})`
  }
  if (style.hasEmoji) whole += ' ✨'
  if (style.startsWith !== undefined && !whole.startsWith(style.startsWith)) {
    whole = `${style.startsWith} ${style.startsWith.endsWith(',') ? uncapitalise(whole) : whole}`
  }
  if (style.endsWith !== undefined && !whole.endsWith(style.endsWith)) {
    whole = `${whole}${whole.includes('\n') ? '\n\n' : ' '}${style.endsWith}`
  }
  return inCase(whole, style)
}

function firstWords(text: string, count: number): string {
  if (words(text).length <= count) return text
  return asSentence(withoutStop(text.split(/\s+/).slice(0, count).join(' ')))
}

function inCase(text: string, style: Style): string {
  if (style.letterCase === 'upper') return text.toUpperCase()
  return style.letterCase === 'lower' ? text.toLowerCase() : text
}
