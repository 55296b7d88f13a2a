import { ActionIcon, Button, Menu, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ComparisonCheck } from '@lathe/contract'
import { evaluatorProblem } from '@lathe/evaluators'
import { useComparison, useEdit, useWholePlan } from '../comparison-context.ts'
import shared from '../comparison.module.css'
import styles from './checks.module.css'
import { focusFirstField } from '../enter-pane.ts'
import type { CellGrid } from '../grid/cell-grid.ts'
import { freeKey } from '../plan/keys.ts'
import { EvaluatorFields } from './evaluator-fields.tsx'
import { StaysUndecided } from './stays-undecided.tsx'
import { CHECK_KINDS, type CheckKind, kindNames, newEvaluator } from './new-check.ts'
import { TryIt } from './try-it.tsx'
import { useFirstModels } from './use-first-models.ts'
import { Lacking } from '../../../ui/lacking.tsx'
import { restored } from '../plan/restored.ts'
import { showUndoToast } from '../../../ui/undo-toast.tsx'

/** What judges an output; a change judges everything that has run anew, and nothing runs again. */
export function ChecksEditor({ grid }: { grid: CellGrid }) {
  const plan = useWholePlan()
  const { checks, cases } = plan
  const { detail, store } = useComparison()
  const [added, setAdded] = useState<string>()
  const edit = useEdit()
  const models = useFirstModels()
  const add = (kind: CheckKind) => {
    const key = freeKey(checks, 'k')
    const evaluator = newEvaluator[kind]({ ...models, hasReferences })
    edit((now) => ({
      ...now,
      checks: [...now.checks, { key, name: kindNames[kind], evaluator }],
    }))
    setAdded(key)
    focusFirstField(`[data-check="${key}"]`)
  }
  const replace = (next: ComparisonCheck) =>
    edit((now) => ({
      ...now,
      checks: now.checks.map((one) => (one.key === next.key ? next : one)),
    }))
  const remove = (gone: ComparisonCheck) => {
    edit((now) => ({ ...now, checks: now.checks.filter(({ key }) => key !== gone.key) }))
    showUndoToast({
      message: `${gone.name} removed`,
      onUndo: () =>
        store.getState().edit((now) => ({ ...now, checks: restored(now.checks, checks, gone) })),
    })
  }
  const hasReferences = cases.length > 0 && cases.every(({ reference }) => reference !== null)
  const hasOutputs = detail.grid.some(({ status }) => status === 'success')

  return (
    <div className={shared.form}>
      {checks.length === 0 && (
        <p className={shared.muted}>
          Without checks only latency, tokens and cost can be compared. A check judges every output:
          passed, failed, or no verdict where it has nothing to judge by.
        </p>
      )}
      {checks.map((check) => {
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
                aria-label="Name of the check"
                maxLength={100}
                defaultValue={check.name}
                onChange={({ currentTarget: { value } }) => {
                  if (value.trim() !== '') replace({ ...check, name: value })
                }}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove the check ${check.name}`}
                onClick={() => remove(check)}
              >
                <IconTrash size={14} />
              </ActionIcon>
            </div>
            <EvaluatorFields
              value={check.evaluator}
              onChange={(evaluator) => replace({ ...check, evaluator })}
            />
            <StaysUndecided evaluator={check.evaluator} plan={plan} />
            {problem !== undefined && (
              <p className={shared.failed} role="alert">
                {problem}
              </p>
            )}
            {hasOutputs && <TryIt evaluator={check.evaluator} grid={grid} />}
          </fieldset>
        )
      })}
      <Menu position="bottom-start">
        <Menu.Target>
          <Lacking lack={checks.length >= 20 && 'There are twenty already: remove one first'}>
            <Button variant="default" leftSection={<IconPlus size={14} />}>
              Add a check
            </Button>
          </Lacking>
        </Menu.Target>
        <Menu.Dropdown>
          {CHECK_KINDS.map((kind) => (
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
