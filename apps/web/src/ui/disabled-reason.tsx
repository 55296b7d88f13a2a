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
  lack: string | false | undefined
  /** Tooltip while the action is available. */
  hint?: ReactNode
  children: ReactElement<ButtonProps>
}

/** Wraps a button. While disabled, it stays focusable and its tooltip shows the reason. */
export function DisabledReason({ lack, hint, children, ...target }: DisabledReasonProps) {
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

/** Also blocks submitting the form with Enter. */
const refuse = (event: MouseEvent) => event.preventDefault()
