import type { GraphDocument, Json, PromptMessage } from '@lathe/contract'
import { scopeMaker } from '../compile/state.ts'
import { compileTemplateParts, isBlank } from '../compile/template.ts'
import type { TemplatePart } from '../compile/template.ts'

export type PreviewMessage =
  | {
      type: 'text'
      role: 'system' | 'user' | 'assistant'
      parts: TemplatePart[]
      /** It came out blank, so the model is not shown it. */
      isLeftOut: boolean
    }
  | { type: 'conversation'; channel: string; value: Json | undefined }
  /** A template that cannot be read. */
  | { type: 'broken'; problem: string }

/** What a prompt says to the model in a state a run was in, by the code that renders it in a run. */
export function previewPrompt(
  document: Pick<GraphDocument, 'state'>,
  messages: readonly PromptMessage[],
  values: Readonly<Record<string, Json>>,
): PreviewMessage[] {
  const scopeOf = scopeMaker(document, { toJson: asItIs }, Object.keys(values))
  return messages.map((message) => {
    if (message.role === 'placeholder') {
      return { type: 'conversation', channel: message.channel, value: values[message.channel] }
    }
    try {
      const parts = compileTemplateParts(message.text, scopeOf)({ ...values })
      const isLeftOut = isBlank(parts.map(({ text }) => text).join(''))
      return { type: 'text', role: message.role, parts, isLeftOut }
    } catch (error) {
      return { type: 'broken', problem: error instanceof Error ? error.message : String(error) }
    }
  })
}

/** A recorded state is plain data already. */
const asItIs = (value: unknown): Json => value as Json
