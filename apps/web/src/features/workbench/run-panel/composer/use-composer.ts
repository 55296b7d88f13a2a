import type { Json } from '@lathe/contract'
import { inputSchema } from '@lathe/graph'
import { useMemo, useState } from 'react'
import { fieldsOf } from '../../../../ui/schema-form/field-kind.ts'
import { useSchemaForm } from '../../../../ui/schema-form/use-schema-form.ts'
import { without } from '../../../../lib/without.ts'
import { useImages } from './images.ts'
import { type Asking, chatChannel, exampleText, saidByUser } from './chat-input.ts'

/** The input of the next run while it is written: words for a conversation, fields for the other channels. */
export function useComposer(asking: Asking, example: Readonly<Record<string, Json>>) {
  const chat = chatChannel(asking)
  const schema = useMemo(() => {
    const whole = inputSchema(asking)
    const asked = fieldsOf(whole).filter((field) => field.name !== chat)
    return {
      type: 'object',
      properties: Object.fromEntries(asked.map(({ name, schema: own }) => [name, own])),
      required: asked.filter((field) => field.isRequired).map(({ name }) => name),
    }
  }, [asking, chat])
  const form = useSchemaForm(schema, chat === undefined ? { ...example } : without(example, chat))
  const [text, setText] = useState(() => (chat === undefined ? '' : exampleText(example[chat])))

  const pictures = useImages()

  /** The run's input, or undefined when something is missing; the form then shows what. */
  const submit = (): Record<string, Json> | undefined => {
    const values = form.submit()
    if (!values) return undefined
    // Values of channels that are no input any more stay in the form but not in the run.
    const asked = new Set(form.fields.map((field) => field.name))
    const input = Object.fromEntries(Object.entries(values).filter(([name]) => asked.has(name)))
    if (chat === undefined) return input
    const said = text.trim()
    if (said === '' && pictures.images.length === 0) return undefined
    return { ...input, [chat]: saidByUser(said, pictures.images) }
  }

  /** What was sent; words written since then stay. */
  const clear = () => {
    setText((now) => (now === text ? '' : now))
    pictures.clear()
  }
  return { chat, form, text, setText, pictures, submit, clear }
}
