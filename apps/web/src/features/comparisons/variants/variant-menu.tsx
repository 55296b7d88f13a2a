import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { Variant } from '@lathe/contract'
import { hasEnded } from '@lathe/verdicts'
import { useState } from 'react'
import { PromoteDialog, usePromotionProblem } from '../promotion/promote-button.tsx'
import { useComparison, useEdit, useFullPlan } from '../comparison-context.ts'
import { duplicateVariant } from '../plan/new-variant.ts'
import { reinsert } from '../plan/keys.ts'
import { RunItem } from '../plan/run-part.tsx'
import { isQueued, ALREADY_QUEUED } from '../use-run.ts'
import { useView } from '../view-search.ts'
import { MenuAction } from '../../../ui/layout/menu-action.tsx'
import { showUndoToast } from '../../../ui/feedback/undo-toast.tsx'

export function VariantMenu({ variant }: { variant: Variant }) {
  const plan = useFullPlan()
  const { variants, cases, repeats } = plan
  const { detail, store } = useComparison()
  const edit = useEdit()
  const { openPanel, enterPanel } = useView()
  const [isPromoting, setPromoting] = useState(false)
  const variantCells = detail.grid.filter((cell) => cell.variant === variant.key)
  const hasRun = variantCells.some(hasEnded)
  const isBaseline = variants[0]?.key === variant.key
  const duplicate = () => {
    const copy = duplicateVariant({ variants }, variant)
    edit((plan) => ({ ...plan, variants: [...plan.variants, copy] }))
    enterPanel({ type: 'variant', key: copy.key })
  }
  const makeBaseline = () =>
    edit((plan) => ({
      ...plan,
      variants: [variant, ...plan.variants.filter(({ key }) => key !== variant.key)],
    }))
  const remove = () => {
    edit((plan) => ({
      ...plan,
      variants: plan.variants.filter(({ key }) => key !== variant.key),
    }))
    openPanel(undefined)
    showUndoToast({
      message: `${variant.name} removed`,
      onUndo: () =>
        store
          .getState()
          .edit((plan) => ({ ...plan, variants: reinsert(plan.variants, variants, variant) })),
    })
  }

  return (
    <>
      <PromoteDialog variant={variant} isOpen={isPromoting} onClose={() => setPromoting(false)} />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Actions for ${variant.name}`}
          >
            <IconDots size={14} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => enterPanel({ type: 'variant', key: variant.key })}>
            Edit
          </Menu.Item>
          <MenuAction
            label="Duplicate"
            disabledReason={variants.length >= 12 && 'Maximum of 12 variants reached'}
            onClick={duplicate}
          />
          {!isBaseline && <Menu.Item onClick={makeBaseline}>Set as baseline</Menu.Item>}
          <RunItem
            label={hasRun ? 'Rerun column' : 'Run column'}
            request={{ only: { variants: [variant.key] }, rerun: hasRun }}
            disabledReason={
              cases.length === 0
                ? 'Add a case first'
                : isQueued(detail, variantCells, cases.length * repeats) && ALREADY_QUEUED
            }
          />
          <PromoteItem variant={variant} onPromote={() => setPromoting(true)} />
          <Menu.Item color="red" onClick={remove}>
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

type PromoteItemProps = { variant: Variant; onPromote: () => void }

/** Rendered when the menu opens, because the check is slow. */
function PromoteItem({ variant, onPromote }: PromoteItemProps) {
  return (
    <MenuAction
      label="Promote…"
      disabledReason={usePromotionProblem(variant)}
      onClick={onPromote}
    />
  )
}
