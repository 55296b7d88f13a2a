import { Switch } from '@mantine/core'
import type { JsonSchema } from '@lathe/contract'
import { followFields } from '@lathe/graph'
import { fieldsOfType, fieldValue, withFieldValue } from '@lathe/nodes'
import { readFields } from '../../../../ui/schema-builder/builder-fields.ts'
import { SchemaBuilder } from '../../../../ui/schema-builder/schema-builder.tsx'
import { useWorkbenchState } from '../../workbench-context.ts'
import { FieldFrame } from '../fields/field-frame.tsx'
import { WritesField } from '../fields/writes-field.tsx'
import { fieldProps, useEditNode, useField, type FieldEditorProps } from './use-field.ts'

const FIRST_FORM = { type: 'object', properties: { comment: { type: 'string' } } }

/** Form for a human. Renamed fields keep the channels of their answers. */
export function FormSchemaEditor({ id, field }: FieldEditorProps<'form-schema'>) {
  const [schema, set] = useField({ id, field })
  const change = useEditNode(id)
  const setSchema = (next: JsonSchema) =>
    change((node) => {
      const [paths] = fieldsOfType(node, 'answer-paths')
      const writes = paths && fieldValue(node, paths)
      const changed = withFieldValue(node, field, next)
      if (!paths || !writes) return changed
      return withFieldValue(changed, paths, followFields(writes, schema, next, 'values'))
    }, field.name)

  return (
    <>
      <Switch
        label="Add form fields"
        checked={schema !== undefined}
        onChange={({ currentTarget }) => set(currentTarget.checked ? FIRST_FORM : undefined)}
      />
      {schema && (
        <FieldFrame {...fieldProps(field)} isContainer>
          <SchemaBuilder label="Form" schema={schema} onChange={setSchema} />
        </FieldFrame>
      )}
    </>
  )
}

/** Maps channels to the decision and the form fields of an answer. */
export function AnswerPathsEditor({ id, field }: FieldEditorProps<'answer-paths'>) {
  const [writes = {}, set] = useField({ id, field })
  const form = useWorkbenchState(({ document }) => {
    const node = document.nodes[id]
    const [formField] = node ? fieldsOfType(node, 'form-schema') : []
    return node && formField && fieldValue(node, formField)
  })
  const names = form ? (readFields(form) ?? []).map(({ name }) => `values.${name}`) : []
  return (
    <WritesField
      {...fieldProps(field)}
      pathLabel="Part of the answer"
      paths={[...names, 'decision']}
      value={writes}
      onChange={(next) => set(Object.keys(next).length > 0 ? next : undefined)}
    />
  )
}
