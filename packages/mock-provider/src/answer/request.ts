import type { Section } from '../text/sections.ts'
import { splitSections } from '../text/sections.ts'
import { isLabel } from './labels.ts'
import { mannerApart } from './manner.ts'
import { words } from '../text/words.ts'

/** A user message taken apart. */
export type Request = {
  /** What is asked, without the text it is asked about. */
  asked: string
  /** Text pasted under or above the instruction. */
  pasted: string | undefined
  sections: readonly Section[]
  /** How to answer, apart from what is asked. */
  manner?: string
}

const LONGEST = 400
const LONGEST_INSTRUCTION = 60
const INSTRUCTION =
  /^(?:please |kindly |can you |could you )?(?:summari[sz]e|extract|translate|classify|categori[sz]e|rewrite|rephrase|review|analy[sz]e|read|reply|respond|answer|draft|write|turn|convert|find|list|identify|pull|label|triage|fix|improve|shorten|explain|what|who|which|how|here is|the following|below)\b/i

export function readRequest(message: string): Request {
  const told = mannerApart(message)
  if (told) return { ...told, pasted: undefined, sections: [] }
  const instructed = instructionAbove(message)
  if (instructed) {
    const { lead, sections } = splitSections(instructed.text, isLabel)
    return {
      asked: instructed.asked,
      pasted: sections.length > 0 && lead === '' ? undefined : instructed.text,
      sections,
    }
  }
  const { lead, sections } = splitSections(message, isLabel)
  if (lead === '') return { asked: message.slice(0, LONGEST), pasted: undefined, sections }
  return { ...instructionApart(lead), sections }
}

/** "Summarise this in two lines:" or "Translate to French: good morning". */
function instructionAbove(message: string): { asked: string; text: string } | undefined {
  const [, asked = '', text = ''] = /^\s*([^\n:]{3,160}):\s+(\S[\s\S]*)$/.exec(message) ?? []
  const isInstruction = INSTRUCTION.test(asked) && words(asked).length > 1
  return isInstruction ? { asked, text: text.replace(/^["“«]([\s\S]*)["”»]$/, '$1') } : undefined
}

/** An instruction in a paragraph of its own, before or after the text. */
function instructionApart(lead: string): { asked: string; pasted: string | undefined } {
  const paragraphs = lead
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
  const [first = '', ...rest] = paragraphs
  const last = rest.at(-1)
  if (last !== undefined && isInstruction(first)) return { asked: first, pasted: rest.join('\n\n') }
  if (last !== undefined && isInstruction(last)) {
    return { asked: last, pasted: paragraphs.slice(0, -1).join('\n\n') }
  }
  return { asked: lead.slice(0, LONGEST), pasted: undefined }
}

function isInstruction(paragraph: string): boolean {
  return INSTRUCTION.test(paragraph) && words(paragraph).length < LONGEST_INSTRUCTION
}
