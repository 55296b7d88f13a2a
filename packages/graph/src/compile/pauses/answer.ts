import type { AnswerFormat } from '@lathe-ai/runtime'
import type { Answer } from '@lathe/contract'
import { isStrict } from '../../json-schema/strict.ts'

export const answerFormat = ({ name = 'answer', schema }: Answer): AnswerFormat => ({
  name,
  schema,
  strict: isStrict(schema),
})
