import { Button, type ButtonProps } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { flushSync } from 'react-dom'

type AddItemButtonProps = Pick<ButtonProps, 'mt'> & {
  onAdd: () => void
  /** Distinguishes several lists on one page: "message 2". */
  to?: string
  children: string
}

/** Text fields, not selects. */
const FIELD = '.cm-content, input:not([readonly]), textarea'

/** Button that appends an item to the preceding list and focuses the item's first field. */
export function AddItemButton({ onAdd, to, children, ...props }: AddItemButtonProps) {
  const add = ({ currentTarget }: MouseEvent) => {
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
        onClick={add}
        {...(to !== undefined && { 'aria-label': `${children} to ${to}` })}
        {...props}
      >
        {children}
      </Button>
    </span>
  )
}

function listBefore(element: Element): Element | undefined {
  const above = element.parentElement
  if (!above) return undefined
  const beside = [...above.children]
  const before = beside.slice(0, beside.indexOf(element))
  return before.findLast((other) => other.matches('ol, ul')) ?? listBefore(above)
}
