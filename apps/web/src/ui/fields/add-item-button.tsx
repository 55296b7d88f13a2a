import { Button, type ButtonProps } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'

type AddItemButtonProps = Pick<ButtonProps, 'mt'> & {
  onAdd: () => void
  /** Distinguishes several lists on one page: "message 2". */
  listName?: string
  children: string
}

/** Text fields, not selects. */
const FIELD = '.cm-content, input:not([readonly]), textarea'

/** Button that appends an item to the preceding list and focuses the item's first field. */
export function AddItemButton({ onAdd, listName, children, ...props }: AddItemButtonProps) {
  const handleClick = ({ currentTarget }: MouseEvent) => {
    const list = listBefore(currentTarget)
    flushSync(onAdd)
    const field = list?.lastElementChild?.querySelector<HTMLElement>(FIELD)
    field?.focus()
    if (field instanceof HTMLInputElement) field.select()
  }

  return (
    <span>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={handleClick}
        {...(listName !== undefined && { 'aria-label': `${children} to ${listName}` })}
        {...props}
      >
        {children}
      </Button>
    </span>
  )
}

function listBefore(element: Element): Element | undefined {
  const parent = element.parentElement
  if (!parent) return undefined
  const siblings = [...parent.children]
  const precedingSiblings = siblings.slice(0, siblings.indexOf(element))
  return precedingSiblings.findLast((sibling) => sibling.matches('ol, ul')) ?? listBefore(parent)
}
