import { textAnswer } from '../../answers/answer.ts'
import { passageAnswer, readPassages } from '../../answers/passages.ts'
import type { TemplateScript } from './template-script.ts'

export const citedAnswersScript: TemplateScript = [
  {
    system: /^Answer the question from the passages alone\b/,
    answer: ({ system, question }) =>
      textAnswer(passageAnswer(readPassages(system).passages, question)),
  },
]
