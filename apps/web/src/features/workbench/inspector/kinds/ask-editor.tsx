import { Switch } from '@mantine/core'
import type { JsonSchema, NodeOf } from '@lathe/contract'
import { followFields } from '@lathe/graph'
import { type EditorProps, setOrDrop } from '../use-member.ts'
import { CodeTextField } from '../fields/code-text-field.tsx'
import { DurationField } from '../fields/scalar-fields.tsx'
import { FieldFrame } from '../fields/field-frame.tsx'
import { WritesField } from '../fields/writes-field.tsx'
import { readFields } from '../../../../ui/schema-builder/builder-fields.ts'
import { SchemaBuilder } from '../../../../ui/schema-builder/schema-builder.tsx'
import { Section } from '../section.tsx'
import { DecisionList } from './decision-list.tsx'

const FIRST_FORM = { type: 'object', properties: { comment: { type: 'string' } } }

const withForm = (node: NodeOf<'ask'>, form: JsonSchema): NodeOf<'ask'> => ({
  ...node,
  form,
  ...(node.writes && { writes: followFields(node.writes, node.form, form, 'values') }),
})

/** Pauses the run for a human: the text, form and buttons. */
export function AskEditor({ id, node, onChange }: EditorProps<'ask'>) {
  const fields = (node.form ? (readFields(node.form) ?? []) : []).map(
    ({ name }) => `values.${name}`,
  )

  return (
    <>
      <Section title="Question">
        <CodeTextField
          field="message"
          label="Message"
          kind="template"
          value={node.message}
          onChange={(message) => onChange({ ...node, message }, 'message')}
        />
        <DecisionList id={id} node={node} onChange={onChange} />
      </Section>
      <Section title="Form" isFolded={node.form === undefined}>
        <Switch
          label="Add form fields"
          checked={node.form !== undefined}
          onChange={({ currentTarget }) =>
            onChange(
              setOrDrop(node, 'form', currentTarget.checked ? FIRST_FORM : undefined),
              'form',
            )
          }
        />
        {node.form && (
          <FieldFrame field="form" label="Fields" isContainer>
            <SchemaBuilder
              label="Form"
              schema={node.form}
              onChange={(form) => onChange(withForm(node, form), 'form')}
            />
          </FieldFrame>
        )}
      </Section>
      <Section title="Answer" isFolded={node.writes === undefined}>
        <WritesField
          field="writes"
          label="Save to channels"
          pathLabel="Part of the answer"
          paths={[...fields, 'decision']}
          value={node.writes ?? {}}
          onChange={(writes) =>
            onChange(
              setOrDrop(node, 'writes', Object.keys(writes).length > 0 ? writes : undefined),
              'writes',
            )
          }
        />
        <DurationField
          field="deadlineMs"
          label="On timeout continue after"
          description="Leaves by the port “no answer”."
          placeholder="No timeout"
          value={node.deadlineMs}
          onChange={(deadlineMs) =>
            onChange(setOrDrop(node, 'deadlineMs', deadlineMs), 'deadlineMs')
          }
        />
        <CodeTextField
          field="key"
          label="Key"
          description="Distinguishes the copies of a fan-out. Required inside one."
          kind="expression"
          value={node.key ?? ''}
          onChange={(key) => onChange(setOrDrop(node, 'key', key === '' ? undefined : key), 'key')}
        />
      </Section>
    </>
  )
}
