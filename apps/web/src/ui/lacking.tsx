import { Tooltip } from '@mantine/core'
import {
  cloneElement,
  type ComponentPropsWithRef,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useId,
} from 'react'

type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'children'>

/** What a menu gives its target is passed on to the button. */
type LackingProps = ButtonProps & {
  /** Why it cannot be done now. */
  lack: string | false | undefined
  /** What it does, told while nothing is lacking. */
  hint?: ReactNode
  children: ReactElement<ButtonProps>
}

/** Around a button: while it cannot be used it stays in reach of the keyboard, and says why. */
export function Lacking({ lack, hint, children, ...target }: LackingProps) {
  const id = useId()
  const isLacking = typeof lack === 'string'
  const refused = {
    ref: target.ref,
    'aria-disabled': true,
    'aria-describedby': id,
    'data-disabled': true,
    onClick: refuse,
  }
  return (
    <>
      <Tooltip
        label={isLacking ? lack : hint}
        disabled={!isLacking && !hint}
        multiline
        maw={320}
        events={{ hover: true, focus: isLacking, touch: isLacking }}
      >
        {cloneElement(children, isLacking ? refused : target)}
      </Tooltip>
      {isLacking && (
        <span id={id} hidden>
          {lack}
        </span>
      )}
    </>
  )
}

/** Nor is its form sent by the enter key. */
const refuse = (event: MouseEvent) => event.preventDefault()
