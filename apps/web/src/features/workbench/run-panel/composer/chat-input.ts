import type { GraphDocument, Json } from '@lathe/contract'
import { inputSchema } from '@lathe/graph'
import { useMemo, useState } from 'react'
import { type ComposerImage, imagesIn, useImages } from './images.ts'
import { listFields } from '../../../../ui/schema-form/field-kind.ts'
import { useSchemaForm } from '../../../../ui/schema-form/use-schema-form.ts'
import { omitKeys } from '../../../../lib/values/omit-keys.ts'

/** The parts of a graph that determine its input form. */
type InputChannels = Pick<GraphDocument, 'state' | 'input'>

/** Returns the input channel for messages, if there is one. */
const chatChannel = ({ input, state }: InputChannels): string | undefined =>
  input.find((name) => state[name]?.type === 'messages')

/** Creates a user message. Pictures become content parts in OpenAI's format. */
export function userMessage(
  text: string,
  images: readonly Pick<ComposerImage, 'url'>[] = [],
): Json {
  if (images.length === 0) return [{ role: 'user', content: text }]
  const textParts = text === '' ? [] : [{ type: 'text', text }]
  const pictures = images.map(({ url }) => ({ type: 'image_url', image_url: { url } }))
  return [{ role: 'user', content: [...textParts, ...pictures] }]
}

/** Returns the text of a list of messages, or undefined for other values. */
export function userMessageText(value: Json | undefined): string | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined
  const texts = value.map((item) =>
    typeof item === 'object' && item !== null && !Array.isArray(item) && 'role' in item
      ? contentText(item['content'])
      : undefined,
  )
  return texts.every((text) => typeof text === 'string') ? texts.join('\n\n') : undefined
}

/** Joins the text parts. */
function contentText(content: Json | undefined): Json | undefined {
  if (!Array.isArray(content)) return content
  const texts = content.map((part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) ? part['text'] : undefined,
  )
  return texts.filter((text) => typeof text === 'string').join('\n\n')
}

/** An example conversation is a list of messages or plain text. */
const exampleText = (value: Json | undefined): string =>
  typeof value === 'string' ? value : (userMessageText(value) ?? '')

/** Replaces the text of a turn's input, if given, and keeps its pictures. */
export function resentInput(input: Json, text: string | undefined): Record<string, Json> {
  const fields = typeof input === 'object' && input !== null && !Array.isArray(input) ? input : {}
  if (text === undefined) return fields
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      userMessageText(value) === undefined ? value : userMessage(text, messagePictures(value)),
    ]),
  )
}

const messagePictures = (value: Json) => imagesIn(value).map((url) => ({ url }))

/** The input of the next run: a message for a conversation, fields for the other channels. */
export function useComposer(inputChannels: InputChannels, example: Readonly<Record<string, Json>>) {
  const chat = chatChannel(inputChannels)
  const schema = useMemo(() => {
    const fullSchema = inputSchema(inputChannels)
    const formFields = listFields(fullSchema).filter((field) => field.name !== chat)
    return {
      type: 'object',
      properties: Object.fromEntries(
        formFields.map(({ name, schema: fieldSchema }) => [name, fieldSchema]),
      ),
      required: formFields.filter((field) => field.isRequired).map(({ name }) => name),
    }
  }, [inputChannels, chat])
  const form = useSchemaForm(schema, chat === undefined ? { ...example } : omitKeys(example, chat))
  const [text, setText] = useState(() => (chat === undefined ? '' : exampleText(example[chat])))

  const pictures = useImages()

  /** Returns the run's input, or undefined after showing what is missing. */
  const submit = (): Record<string, Json> | undefined => {
    const values = form.submit()
    if (!values) return undefined
    // Values of channels that are no longer inputs stay in the form but are not sent.
    const fieldNames = new Set(form.fields.map((field) => field.name))
    const input = Object.fromEntries(
      Object.entries(values).filter(([name]) => fieldNames.has(name)),
    )
    if (chat === undefined) return input
    const message = text.trim()
    if (message === '' && pictures.images.length === 0) return undefined
    return { ...input, [chat]: userMessage(message, pictures.images) }
  }

  /** Clears what was sent and keeps text typed since. */
  const clear = () => {
    setText((current) => (current === text ? '' : current))
    pictures.clear()
  }
  return { chat, form, text, setText, pictures, submit, clear }
}
