import type { GraphDocument, Json, PromptMessage } from '@lathe/contract'
import { scopeMaker } from '../compile/state.ts'
import { compileTemplate, compileTemplateParts, isBlank } from '../compile/template.ts'
import type { TemplatePart } from '../compile/template.ts'

export type PreviewMessage =
  | {
      type: 'text'
      role: 'system' | 'user' | 'assistant'
      parts: TemplatePart[]
      /** Addresses of the message's pictures, without blank ones. */
      images: string[]
      /** Whether the message is blank, so the model does not receive it. */
      isLeftOut: boolean
    }
  | { type: 'conversation'; channel: string; value: Json | undefined }
  /** A template that cannot be read. */
  | { type: 'broken'; problem: string }

/** Renders a prompt for a recorded state, with the same code as a run. */
export function previewPrompt(
  document: Pick<GraphDocument, 'state'>,
  messages: readonly PromptMessage[],
  values: Readonly<Record<string, Json>>,
): PreviewMessage[] {
  const createScope = scopeMaker(document, { toJson: asJson }, Object.keys(values))
  return messages.map((message) => {
    if (message.role === 'placeholder') {
      return { type: 'conversation', channel: message.channel, value: values[message.channel] }
    }
    try {
      const parts = compileTemplateParts(message.text, createScope)({ ...values })
      const templates = message.role === 'user' ? (message.images ?? []) : []
      const images = templates
        .map((image) => compileTemplate(image, createScope)({ ...values }).trim())
        .filter((image) => image !== '')
      const isLeftOut = images.length === 0 && isBlank(parts.map(({ text }) => text).join(''))
      return { type: 'text', role: message.role, parts, images, isLeftOut }
    } catch (error) {
      return { type: 'broken', problem: error instanceof Error ? error.message : String(error) }
    }
  })
}

/** A recorded state is already plain data. */
const asJson = (value: unknown): Json => value as Json
