import { Button, TextInput } from '@mantine/core'
import type { ComparisonCase, Json, GraphDocument } from '@lathe/contract'
import { Link } from '@tanstack/react-router'
import { PictureValueField } from '../../../ui/pictures/picture-value-field.tsx'
import { rejectPictures } from '../../../ui/pictures/picture-input.ts'
import { showUndoToast } from '../../../ui/feedback/undo-toast.tsx'
import { useComparison, useEdit, useFullPlan } from '../comparison-context.ts'
import { RunPart } from '../plan/run-part.tsx'
import { useDocuments } from '../variants/documents.ts'
import { useView } from '../view-search.ts'
import { ValueField } from '../../../ui/fields/value-field.tsx'
import styles from '../comparison.module.css'

const NO_ANSWER = 'A reference is text or JSON. Put images into an input.'

const CHAT = 'The user message, or messages as JSON'
const NO_SAYING = 'To add an image to a message, use its URL in the JSON.'

/** Edits a case: the value of each variable and the reference. */
export function CaseEditor({ row }: { row: ComparisonCase }) {
  const { variants, cases, repeats } = useFullPlan()
  const { detail, store } = useComparison()
  const edit = useEdit()
  const { openPanel } = useView()
  const fields = inputFields([...useDocuments(variants).values()], row)
  const change = (next: ComparisonCase) =>
    edit((plan) => ({
      ...plan,
      cases: plan.cases.map((item) => (item.key === next.key ? next : item)),
    }))
  const setInput = (name: string, value: Json | undefined) => {
    const { [name]: _old, ...rest } = row.input
    change({ ...row, input: value === undefined ? rest : { ...rest, [name]: value } })
  }
  const remove = () => {
    const index = cases.indexOf(row)
    edit((plan) => ({ ...plan, cases: plan.cases.filter(({ key }) => key !== row.key) }))
    openPanel(undefined)
    showUndoToast({
      message: 'Case removed',
      onUndo: () =>
        store.getState().edit((plan) => ({ ...plan, cases: plan.cases.toSpliced(index, 0, row) })),
    })
  }

  return (
    <div className={styles.form}>
      {fields.map(({ name, isText, isChat }) => {
        const field = {
          label: name,
          isText,
          value: row.input[name],
          onChange: (value: Json | undefined) => setInput(name, value),
        }
        return isChat ? (
          <div key={name} {...rejectPictures(NO_SAYING)}>
            <ValueField {...field} {...(isText && { description: CHAT })} canBeJson />
          </div>
        ) : (
          <PictureValueField key={name} {...field} />
        )
      })}
      {fields.length === 0 && (
        <p className={styles.muted}>
          No variables yet. Add one to a prompt in double braces, e.g. {'{{question}}'}.
        </p>
      )}
      <div {...rejectPictures(NO_ANSWER)}>
        <ValueField
          label="Reference"
          description="Text or JSON that evaluators compare with"
          isText={row.reference === null || typeof row.reference === 'string'}
          canBeJson
          value={row.reference ?? undefined}
          onChange={(value) => change({ ...row, reference: value ?? null })}
        />
      </div>
      <TextInput
        label="Name"
        placeholder="Optional"
        maxLength={200}
        value={row.name}
        onChange={({ currentTarget }) => change({ ...row, name: currentTarget.value })}
      />
      {row.traceId !== undefined && (
        <Link to="/traces/$traceId" params={{ traceId: row.traceId }}>
          Source trace
        </Link>
      )}
      {row.example && (
        <Link
          to="/datasets/$name"
          params={{ name: row.example.dataset }}
          search={{ open: row.example.id, version: row.example.version }}
        >
          Source example (v{row.example.version})
        </Link>
      )}
      {variants.length > 0 && (
        <RunPart
          name="row"
          selection={{ cases: [row.key] }}
          cells={detail.grid.filter((cell) => cell.case === row.key)}
          count={variants.length * repeats}
        />
      )}
      <Button variant="default" color="red" onClick={remove}>
        Remove case
      </Button>
    </div>
  )
}

type InputField = {
  name: string
  isText: boolean
  /** Whether the value is a list of messages. Plain text is a user message. */
  isChat: boolean
}

/** The variables of all variants and the other inputs of the case. */
export function inputFields(
  documents: readonly GraphDocument[],
  { input }: Pick<ComparisonCase, 'input'>,
): InputField[] {
  const typesByName = new Map<string, Set<string | undefined>>()
  for (const { input: names, state } of documents) {
    for (const name of names) {
      typesByName.set(name, new Set([...(typesByName.get(name) ?? []), state[name]?.type]))
    }
  }
  for (const [name, value] of Object.entries(input)) {
    if (!typesByName.has(name)) typesByName.set(name, new Set([typeof value]))
  }
  return [...typesByName].map(([name, types]) => {
    const value = input[name]
    // Show an existing value in its own form.
    const mayBeText = value === undefined || typeof value === 'string'
    const takesText = [...types].every((type) => type === 'string' || type === 'messages')
    return { name, isText: mayBeText && takesText, isChat: takesText && types.has('messages') }
  })
}
