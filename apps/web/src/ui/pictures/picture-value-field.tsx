import { isImageDataUrl, MAX_IMAGE_URL_LENGTH } from '@lathe/contract'
import { Input } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { readPictures } from '../../lib/values/pictures.ts'
import { RemoveButton } from '../fields/item-buttons.tsx'
import { Picture } from './picture.tsx'
import styles from './picture-value-field.module.css'
import { rejectPictures, acceptPictures } from './picture-input.ts'
import { showToast } from '../feedback/undo-toast.tsx'
import { ValueField, type ValueFieldProps } from '../fields/value-field.tsx'

export const SIZE_ADVICE = 'Make it smaller, or enter its address.'
const TEXT_ONLY_ADVICE = 'Only text fields accept picture files. In JSON, enter the address.'

/** Field for text, JSON, or a pasted or dropped picture. */
export function PictureValueField(props: ValueFieldProps) {
  const { label, isText, canBeJson = false, isReadOnly = false, value, onChange } = props
  // Reading is asynchronous, so the value may have changed.
  const setValue = useCallbackRef(onChange)
  const readFile = async (files: readonly File[]) => {
    try {
      const [picture] = await readPictures(files.slice(0, 1), MAX_IMAGE_URL_LENGTH, SIZE_ADVICE)
      setValue(picture)
    } catch (error) {
      showToast(error instanceof Error ? error.message : String(error), 'error', 'pictures')
    }
  }
  const handlers =
    isText || canBeJson
      ? acceptPictures((files) => void readFile(files))
      : rejectPictures(TEXT_ONLY_ADVICE)
  return (
    <div {...(!isReadOnly && handlers)}>
      {isImageDataUrl(value) ? (
        <Input.Wrapper label={label} description={props.description} labelElement="div">
          <div className={styles.line}>
            <Picture name={label} url={value} />
            {!isReadOnly && (
              <RemoveButton
                itemName={`the picture of ${label}`}
                onRemove={() => onChange(undefined)}
              />
            )}
          </div>
        </Input.Wrapper>
      ) : (
        <ValueField {...props} />
      )}
    </div>
  )
}
