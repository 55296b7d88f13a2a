import { ActionIcon, Button, Menu, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ComparisonEvaluator, ComparisonPlan, Evaluator } from '@lathe/contract'
import { evaluatorProblem } from '@lathe/evaluators'
import { useComparison, useEdit, useFullPlan } from '../comparison-context.ts'
import { focusFirstField } from '../pane-focus.ts'
import type { CellGrid } from '../grid/cell-grid.ts'
import { freeKey, reinsert } from '../plan/keys.ts'
import { EvaluatorFields } from './evaluator-fields.tsx'
import {
  EVALUATOR_KINDS,
  type EvaluatorKind,
  kindNames,
  newEvaluator,
  useDefaultModels,
} from './new-evaluator.ts'
import { EvaluatorTrial } from './evaluator-trial.tsx'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { showUndoToast } from '../../../ui/feedback/undo-toast.tsx'
import shared from '../comparison.module.css'
import styles from './evaluators.module.css'

/** Edits the evaluators. A change reevaluates existing outputs without rerunning them. */
export function EvaluatorsEditor({ grid }: { grid: CellGrid }) {
  const plan = useFullPlan()
  const { evaluators, cases } = plan
  const { detail, store } = useComparison()
  const [added, setAdded] = useState<string>()
  const edit = useEdit()
  const models = useDefaultModels()
  const add = (kind: EvaluatorKind) => {
    const key = freeKey(evaluators, 'k')
    const evaluator = newEvaluator[kind]({ ...models, hasReferences })
    edit((now) => ({
      ...now,
      evaluators: [...now.evaluators, { key, name: kindNames[kind], evaluator }],
    }))
    setAdded(key)
    focusFirstField(`[data-check="${key}"]`)
  }
  const replace = (next: ComparisonEvaluator) =>
    edit((now) => ({
      ...now,
      evaluators: now.evaluators.map((item) => (item.key === next.key ? next : item)),
    }))
  const remove = (removed: ComparisonEvaluator) => {
    edit((now) => ({ ...now, evaluators: now.evaluators.filter(({ key }) => key !== removed.key) }))
    showUndoToast({
      message: `${removed.name} removed`,
      onUndo: () =>
        store
          .getState()
          .edit((now) => ({ ...now, evaluators: reinsert(now.evaluators, evaluators, removed) })),
    })
  }
  const hasReferences = cases.length > 0 && cases.every(({ reference }) => reference !== null)
  const hasOutputs = detail.grid.some(({ status }) => status === 'success')

  return (
    <div className={shared.form}>
      {evaluators.length === 0 && (
        <p className={shared.muted}>
          Without evaluators, only latency, tokens and cost are compared. An evaluator marks each
          output as passed, failed or undecided.
        </p>
      )}
      {evaluators.map((check) => {
        const problem = evaluatorProblem(check.evaluator)
        return (
          <fieldset
            key={check.key}
            data-check={check.key}
            ref={check.key === added ? intoView : undefined}
            className={styles.check}
          >
            <legend>{kindNames[check.evaluator.kind]}</legend>
            <div className={shared.headLine}>
              <TextInput
                className={styles.grow}
                aria-label="Evaluator name"
                maxLength={100}
                defaultValue={check.name}
                onChange={({ currentTarget: { value } }) => {
                  if (value.trim() !== '') replace({ ...check, name: value })
                }}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove evaluator ${check.name}`}
                onClick={() => remove(check)}
              >
                <IconTrash size={14} />
              </ActionIcon>
            </div>
            <EvaluatorFields
              value={check.evaluator}
              onChange={(evaluator) => replace({ ...check, evaluator })}
            />
            <UndecidedWarning evaluator={check.evaluator} plan={plan} />
            {problem !== undefined && (
              <p className={shared.failed} role="alert">
                {problem}
              </p>
            )}
            {hasOutputs && <EvaluatorTrial evaluator={check.evaluator} grid={grid} />}
          </fieldset>
        )
      })}
      <Menu position="bottom-start">
        <Menu.Target>
          <DisabledReason reason={evaluators.length >= 20 && 'Maximum of 20 evaluators reached'}>
            <Button variant="default" leftSection={<IconPlus size={14} />}>
              Add evaluator
            </Button>
          </DisabledReason>
        </Menu.Target>
        <Menu.Dropdown>
          {EVALUATOR_KINDS.map((kind) => (
            <Menu.Item key={kind} onClick={() => add(kind)}>
              {kindNames[kind]}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

const intoView = (added: HTMLElement | null) => added?.scrollIntoView({ block: 'start' })

type Planned = Pick<ComparisonPlan, 'cases' | 'variants' | 'batch'>

/** Warns about an evaluator that cannot decide, before the comparison runs. */
function UndecidedWarning({ evaluator, plan }: { evaluator: Evaluator; plan: Planned }) {
  const warning = needsReference(evaluator)
    ? missingReferenceText(plan)
    : missingLatencyText(evaluator, plan)
  if (warning === undefined) return null
  return (
    <p className={shared.muted} role="note">
      {warning}
    </p>
  )
}

function missingReferenceText({ cases }: Planned): string | undefined {
  const missing = cases.filter(({ reference }) => reference === null).length
  if (missing === 0) return undefined
  return missing === cases.length
    ? 'No case has a reference, so this evaluator cannot decide. Add references to cases, or import a table that has a reference column.'
    : `${missing} of ${cases.length} cases have no reference and stay undecided.`
}

function missingLatencyText(
  evaluator: Evaluator,
  { variants, batch }: Planned,
): string | undefined {
  const isTimed = evaluator.kind === 'limit' && evaluator.measure === 'latency'
  const isBatched = batch && variants.some(({ base }) => base.type === 'prompt')
  return isTimed && isBatched
    ? 'Batch mode does not measure latency, so prompt variants stay undecided.'
    : undefined
}

function needsReference(evaluator: Evaluator): boolean {
  switch (evaluator.kind) {
    case 'exact':
    case 'numeric':
      return evaluator.expected === undefined
    case 'contains':
      return evaluator.texts === undefined
    default:
      return evaluator.kind === 'similarity'
  }
}
