import { assistantTemplate } from './assistant.ts'
import { extractTemplate } from './extract.ts'
import { promptTemplate } from './prompt.ts'
import { researchTemplate } from './research.ts'
import { triageTemplate } from './triage.ts'

/** In the order of the gallery. */
export const templates = [
  assistantTemplate,
  researchTemplate,
  triageTemplate,
  extractTemplate,
  promptTemplate,
]
