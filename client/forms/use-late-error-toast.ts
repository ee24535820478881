import { useEffect, useRef } from 'react'
import { useErrorToast } from '../feedback/use-error-toast.ts'

/** For a component that shows itself why something failed: returns a function that shows it in a toast once the component is gone. */
export function useLateErrorToast(): (failure: unknown) => void {
  const showError = useErrorToast()
  const gone = useRef(false)
  useEffect(() => {
    gone.current = false
    return () => void (gone.current = true)
  }, [])
  return (failure) => {
    if (gone.current) showError(failure)
  }
}
