import { Switch } from '@mantine/core'
import type { Answer, GraphDocument, ModelOutput } from '@lathe/contract'
import { followFields } from '@lathe/graph'
import { nodeModel } from '@lathe/nodes'
import { setOrDrop } from '../use-member.ts'
import { ModelFields } from '../model/model-fields.tsx'
import { PromptFields } from '../model/prompt-fields.tsx'
import { NumberField } from '../fields/scalar-fields.tsx'
import { useWorkbench, useWorkbenchState } from '../../workbench-context.ts'
import { useField, type FieldEditorProps } from './use-field.ts'
import styles from '../inspector.module.css'
import { SchemaBuilder } from '../../../../ui/schema-builder/schema-builder.tsx'
import { readFields } from '../../../../ui/schema-builder/builder-fields.ts'
import { FieldFrame } from '../fields/field-frame.tsx'
import { WritesField } from '../fields/writes-field.tsx'
import { ChannelField } from '../fields/channel-field.tsx'

export function ModelEditor({ id, field }: FieldEditorProps<'model'>) {
  const [model, set] = useField({ id, field })
  return model && <ModelFields field={field.name} value={model} onChange={set} />
}

export function PromptEditor({ id, field }: FieldEditorProps<'prompt'>) {
  const [prompt, set] = useField({ id, field })
  const model = useWorkbenchState(({ document }) => {
    const node = document.nodes[id]
    return node && nodeModel(node)
  })
  if (!model || !prompt) return null
  return <PromptFields field={field.name} value={prompt} node={{ id, model }} onChange={set} />
}

export function AnswerEditor({ id, field }: FieldEditorProps<'answer'>) {
  const [answer, set] = useField({ id, field })
  return <AnswerFields value={answer} onChange={set} />
}

export function OutputEditor({ id, field }: FieldEditorProps<'output'>) {
  const [output, set] = useField({ id, field })
  const hasAnswer = useWorkbenchState(({ document }) => {
    const node = document.nodes[id]
    return node !== undefined && 'answer' in node && node.answer !== undefined
  })
  return <OutputFields value={output} hasAnswer={hasAnswer} onChange={set} />
}

const FIRST_SUMMARY = { afterTokens: 8_000, keepMessages: 20 }

/** Summarizing of long histories: when it starts, and how many messages it keeps. */
export function SummarizeEditor({ id, field }: FieldEditorProps<'summarize'>) {
  const [value, set] = useField({ id, field })
  const setLimit = (key: keyof typeof FIRST_SUMMARY, limit: number | undefined) =>
    set({ ...FIRST_SUMMARY, ...value, [key]: limit ?? FIRST_SUMMARY[key] }, `${field.name}.${key}`)
  return (
    <>
      <Switch
        label={field.label}
        checked={value !== undefined}
        onChange={({ currentTarget }) => set(currentTarget.checked ? FIRST_SUMMARY : undefined)}
      />
      {value && (
        <div className={styles.pair}>
          <NumberField
            field={`${field.name}.afterTokens`}
            label="Above tokens"
            limits={{ min: 1 }}
            value={value.afterTokens}
            onChange={(limit) => setLimit('afterTokens', limit)}
          />
          <NumberField
            field={`${field.name}.keepMessages`}
            label="Keep messages"
            limits={{ min: 1 }}
            value={value.keepMessages}
            onChange={(limit) => setLimit('keepMessages', limit)}
          />
        </div>
      )}
    </>
  )
}

type AnswerFieldsProps = {
  value: Answer | undefined
  onChange: (value: Answer | undefined, field: string) => void
}

const FIRST_SCHEMA = {
  type: 'object',
  properties: { answer: { type: 'string' } },
  required: ['answer'],
}

/** Structured output: the schema and the channels for its parts. */
function AnswerFields({ value, onChange }: AnswerFieldsProps) {
  const { store } = useWorkbench()
  const names = value ? (readFields(value.schema) ?? []).map(({ name }) => name) : []

  return (
    <>
      <Switch
        label="Structured output"
        description="The answer must match a schema. Its parts are saved to channels."
        checked={value !== undefined}
        onChange={({ currentTarget }) =>
          onChange(
            currentTarget.checked ? firstAnswer(store.getState().document) : undefined,
            'answer',
          )
        }
      />
      {value && (
        <>
          <FieldFrame field="answer.schema" label="Output schema" isContainer>
            <SchemaBuilder
              label="Answer"
              schema={value.schema}
              onChange={(schema) => {
                const writes = followFields(value.writes, value.schema, schema)
                onChange({ ...value, schema, writes }, 'answer.schema')
              }}
            />
          </FieldFrame>
          <WritesField
            field="answer.writes"
            label="Save to channels"
            pathLabel="Part of the answer"
            paths={names}
            value={value.writes}
            onChange={(writes) => onChange({ ...value, writes }, 'answer.writes')}
          />
          <p className={styles.hint}>Leave blank to save the whole answer.</p>
        </>
      )}
    </>
  )
}

/** Preselects the first text channel that is not an input, so that the switch works at once. */
function firstAnswer({ state, input }: GraphDocument): Answer {
  const channel = Object.keys(state).find(
    (name) => state[name]?.type === 'string' && !input.includes(name),
  )
  return { schema: FIRST_SCHEMA, writes: channel === undefined ? {} : { [channel]: 'answer' } }
}

type OutputFieldsProps = {
  value: ModelOutput | undefined
  /** With structured output the message is not saved by default. */
  hasAnswer: boolean
  onChange: (value: ModelOutput | undefined, field: string) => void
}

/** Selects the channels for the model's text and message. */
function OutputFields({ value = {}, hasAnswer, onChange }: OutputFieldsProps) {
  const set = <K extends keyof ModelOutput>(key: K, name: ModelOutput[K] | undefined) => {
    const next = setOrDrop(value, key, name)
    onChange(Object.keys(next).length > 0 ? next : undefined, `output.${key}`)
  }
  const isDefault = value.text === undefined && value.message === undefined && !hasAnswer

  return (
    <>
      <div className={styles.pair}>
        <ChannelField
          field="output.text"
          label="Save text to"
          placeholder="Not saved"
          value={value.text}
          onChange={(name) => set('text', name)}
        />
        <ChannelField
          field="output.message"
          label="Save message to"
          placeholder={isDefault ? 'messages' : 'Nowhere'}
          value={value.message}
          onChange={(name) => set('message', name)}
        />
      </div>
      {isDefault && <p className={styles.hint}>The message is appended to the channel messages.</p>}
    </>
  )
}
