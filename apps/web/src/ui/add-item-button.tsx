import { Button, type ButtonProps } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import { flushSync } from 'react-dom'

type AddItemButtonProps = Pick<ButtonProps, 'mt'> & {
  onAdd: () => void
  children: ReactNode
}

/** A text to type into, not a list to choose from. */
const FIELD = '.cm-content, input:not([readonly]), textarea'

/** Adds an item to the list before it, and moves on to its first field: what is typed next belongs there. */
export function AddItemButton({ onAdd, children, ...props }: AddItemButtonProps) {
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
