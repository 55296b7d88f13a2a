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

/** Which model is asked. */
export function ModelSection({ id }: SectionProps) {
  const [model, setModel] = useMember(id, CALLING, 'model')
  if (!model) return null
  return (
    <Section title="Model" note={model.name}>
      <ModelFields field="model" value={model} onChange={setModel} />
    </Section>
  )
}

/** What it is asked. */
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

/** What form the answer has, and where it goes. */
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

/** Makes the model answer in fields instead of prose, and says which channel takes which. */
function AnswerFields({ value, onChange }: AnswerFieldsProps) {
  const { store } = useWorkbench()
  const names = value ? (readFields(value.schema) ?? []).map(({ name }) => name) : []

  return (
    <>
      <Switch
        label="Answer in fields"
        description="The answer has to satisfy a schema; its parts go to channels."
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
          <FieldFrame field="answer.schema" label="Fields of the answer" isContainer>
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
            label="Goes to the channels"
            pathLabel="Part of the answer"
            paths={names}
            value={value.writes}
            onChange={(writes) => onChange({ ...value, writes }, 'answer.writes')}
          />
          <p className={styles.hint}>Left empty, a part is the whole answer.</p>
        </>
      )}
    </>
  )
}

/** The first text channel that is no input takes the answer, so that the switch alone gives something that works. */
function firstAnswer({ state, input }: GraphDocument): Answer {
  const channel = Object.keys(state).find(
    (name) => state[name]?.type === 'string' && !input.includes(name),
  )
  return { schema: FIRST_SCHEMA, writes: channel === undefined ? {} : { [channel]: 'answer' } }
}

type OutputFieldsProps = {
  value: ModelOutput | undefined
  /** Answered in fields, the message goes nowhere unless asked for. */
  hasAnswer: boolean
  onChange: (value: ModelOutput | undefined, field: string) => void
}

/** Where the model's words go. */
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
          label="Text goes to"
          placeholder="Nowhere"
          value={value.text}
          onChange={(name) => set('text', name)}
        />
        <ChannelField
          field="output.message"
          label="Message goes to"
          placeholder={isDefault ? 'messages' : 'Nowhere'}
          value={value.message}
          onChange={(name) => set('message', name)}
        />
      </div>
      {isDefault && (
        <p className={styles.hint}>The whole message is added to the channel messages.</p>
      )}
    </>
  )
}
