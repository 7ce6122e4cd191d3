type ProgressBarProps = {
  /** Left out where nobody knows how much there is: then it shows that something happens. */
  value?: number
  max?: number
  /** Where no label around it says what it is about. */
  label?: string
}

/** How far something is that takes a while. */
export function ProgressBar({ value, max, label }: ProgressBarProps) {
  return (
    <progress
      className="h-3 w-full appearance-none bg-rule indeterminate:animate-pulse [&::-moz-progress-bar]:bg-blood [&::-webkit-progress-bar]:bg-rule [&::-webkit-progress-value]:bg-blood"
      value={value}
      max={max}
      aria-label={label}
    />
  )
}
