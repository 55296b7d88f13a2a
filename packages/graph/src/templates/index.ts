import { assistantTemplate } from './assistant.ts'
import { citedAnswersTemplate } from './cited-answers.ts'
import { extractTemplate } from './extract.ts'
import { mapReduceTemplate } from './map-reduce.ts'
import { planExecuteTemplate } from './plan-execute.ts'
import { promptTemplate } from './prompt.ts'
import { researchTemplate } from './research.ts'
import { supervisorTemplate } from './supervisor.ts'
import { triageTemplate } from './triage.ts'

/** In gallery order. */
export const templates = [
  assistantTemplate,
  researchTemplate,
  triageTemplate,
  extractTemplate,
  promptTemplate,
  supervisorTemplate,
  planExecuteTemplate,
  mapReduceTemplate,
  citedAnswersTemplate,
]
