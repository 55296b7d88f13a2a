import { Switch } from '@mantine/core'
import type { Answer, GraphDocument, ModelOutput } from '@lathe/contract'
import { followFields } from '@lathe/graph'
import { Section } from '../section.tsx'
import { useMember, setOrDrop } from '../use-member.ts'
import { ModelFields } from './model-fields.tsx'
import { PromptFields } from './prompt-fields.tsx'
import { useWorkbench } from '../../workbench-context.ts'
import styles from '../inspector.module.css'
import { SchemaBuilder } from '../../../../ui/schema-builder/schema-builder.tsx'
import { readFields } from '../../../../ui/schema-builder/builder-fields.ts'
import { FieldFrame } from '../fields/field-frame.tsx'
import { WritesField } from '../fields/writes-field.tsx'
import { ChannelField } from '../fields/channel-field.tsx'

const CALLING = ['model', 'agent'] as const

type SectionProps = { id: string }

export function ModelSection({ id }: SectionProps) {
  const [model, setModel] = useMember(id, CALLING, 'model')
  if (!model) return null
  return (
    <Section title="Model" note={model.name}>
      <ModelFields field="model" value={model} onChange={setModel} />
    </Section>
  )
}

export function PromptSection({ id }: SectionProps) {
  const [model] = useMember(id, CALLING, 'model')
  const [prompt, setPrompt] = useMember(id, CALLING, 'prompt')
  if (!model || !prompt) return null
  return (
    <Section title="Prompt">
      <PromptFields field="prompt" value={prompt} node={{ id, model }} onChange={setPrompt} />
    </Section>
  )
}

export function AnswerSection({ id }: SectionProps) {
  const [answer, setAnswer] = useMember(id, CALLING, 'answer')
  const [output, setOutput] = useMember(id, CALLING, 'output')
  return (
    <Section title="Answer" isFolded={!answer && !output}>
      <AnswerFields value={answer} onChange={setAnswer} />
      <OutputFields value={output} hasAnswer={answer !== undefined} onChange={setOutput} />
    </Section>
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
