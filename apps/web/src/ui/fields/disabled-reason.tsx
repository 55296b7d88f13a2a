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

/** Forwards the props that a menu sets on its target. */
type DisabledReasonProps = ButtonProps & {
  /** Reason why the action is unavailable. */
  reason: string | false | undefined
  /** Tooltip while the action is available. */
  hint?: ReactNode
  children: ReactElement<ButtonProps>
}

/** Wraps a button. While disabled, it stays focusable and its tooltip shows the reason. */
export function DisabledReason({ reason, hint, children, ...target }: DisabledReasonProps) {
  const id = useId()
  const isDisabled = typeof reason === 'string'
  const disabledProps = {
    ref: target.ref,
    'aria-disabled': true,
    'aria-describedby': id,
    'data-disabled': true,
    onClick: preventClick,
  }
  return (
    <>
      <Tooltip
        label={isDisabled ? reason : hint}
        disabled={!isDisabled && !hint}
        multiline
        maw={320}
        events={{ hover: true, focus: isDisabled, touch: isDisabled }}
      >
        {cloneElement(children, isDisabled ? disabledProps : target)}
      </Tooltip>
      {isDisabled && (
        <span id={id} hidden>
          {reason}
        </span>
      )}
    </>
  )
}

/** Also blocks submitting the form with Enter. */
const preventClick = (event: MouseEvent) => event.preventDefault()
