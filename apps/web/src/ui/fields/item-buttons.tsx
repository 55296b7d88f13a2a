import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { DisabledReason } from './disabled-reason.tsx'

type ItemButtonsProps = {
  /** Accessible name of the item: "rule 2". */
  itemName: string
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

/** Buttons that move or remove an item of a list. */
export function ItemButtons({ itemName, index, count, onMove, onRemove }: ItemButtonsProps) {
  return (
    <>
      <DisabledReason reason={index === 0 && 'Already first'}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Move ${itemName} up`}
          onClick={() => onMove(index - 1)}
        >
          <IconArrowUp size={14} />
        </ActionIcon>
      </DisabledReason>
      <DisabledReason reason={index === count - 1 && 'Already last'}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={`Move ${itemName} down`}
          onClick={() => onMove(index + 1)}
        >
          <IconArrowDown size={14} />
        </ActionIcon>
      </DisabledReason>
      <RemoveButton itemName={itemName} onRemove={onRemove} />
    </>
  )
}

export function RemoveButton({
  itemName,
  onRemove,
}: Pick<ItemButtonsProps, 'itemName' | 'onRemove'>) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={`Remove ${itemName}`}
      onClick={onRemove}
    >
      <IconX size={14} />
    </ActionIcon>
  )
}

export function moveItem<T>(items: readonly T[], from: number, to: number): T[] {
  const item = items[from]
  if (item === undefined) return [...items]
  return items.toSpliced(from, 1).toSpliced(to, 0, item)
}
