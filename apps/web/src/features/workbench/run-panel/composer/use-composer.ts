import type { Json } from '@lathe/contract'
import { inputSchema } from '@lathe/graph'
import { useMemo, useState } from 'react'
import { fieldsOf } from '../../../../ui/schema-form/field-kind.ts'
import { useSchemaForm } from '../../../../ui/schema-form/use-schema-form.ts'
import { without } from '../../../../lib/without.ts'
import { useImages } from './images.ts'
import { type InputChannels, chatChannel, exampleText, userMessage } from './chat-input.ts'

/** The input of the next run: a message for a conversation, fields for the other channels. */
export function useComposer(inputChannels: InputChannels, example: Readonly<Record<string, Json>>) {
  const chat = chatChannel(inputChannels)
  const schema = useMemo(() => {
    const fullSchema = inputSchema(inputChannels)
    const formFields = fieldsOf(fullSchema).filter((field) => field.name !== chat)
    return {
      type: 'object',
      properties: Object.fromEntries(
        formFields.map(({ name, schema: fieldSchema }) => [name, fieldSchema]),
      ),
      required: formFields.filter((field) => field.isRequired).map(({ name }) => name),
    }
  }, [inputChannels, chat])
  const form = useSchemaForm(schema, chat === undefined ? { ...example } : without(example, chat))
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
    setText((now) => (now === text ? '' : now))
    pictures.clear()
  }
  return { chat, form, text, setText, pictures, submit, clear }
}
