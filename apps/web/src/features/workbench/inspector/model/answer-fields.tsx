import { Switch } from '@mantine/core'
import type { Answer, GraphDocument } from '@lathe/contract'
import { followFields } from '@lathe/graph'
import { useWorkbench } from '../../workbench-context.ts'
import styles from '../inspector.module.css'
import { SchemaBuilder } from '../../../../ui/schema-builder/schema-builder.tsx'
import { readFields } from '../../../../ui/schema-builder/builder-fields.ts'
import { FieldFrame } from '../fields/field-frame.tsx'
import { WritesField } from '../fields/writes-field.tsx'

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
export function AnswerFields({ value, onChange }: AnswerFieldsProps) {
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
