import styles from './GateDrawing.module.css';

/** The gate of the band: arm up when the system is online. The badge says the same in words. */
export function GateDrawing({ open }: { open: boolean }) {
  return (
    <svg
      className={styles.gate}
      viewBox="0 0 420 180"
      preserveAspectRatio="xMaxYMax meet"
      aria-hidden="true"
      data-open={open}
    >
      <path className={styles.road} d="M-1600 164h2020v16h-2020z" />
      <path className={styles.lane} d="M-1600 172H420" />
      <rect className={styles.cabinet} x="316" y="84" width="44" height="80" rx="4" />
      <path className={styles.slot} d="M326 132h24v4h-24zM326 142h24v4h-24z" />
      <rect className={styles.foot} x="308" y="158" width="60" height="8" rx="2" />
      <g className={open ? styles.raised : undefined}>
        <rect className={styles.white} x="84" y="94" width="258" height="14" rx="7" />
        <path
          className={styles.red}
          d="M104 94h30l-10 14h-30zM164 94h30l-10 14h-30zM224 94h30l-10 14h-30zM284 94h22l-10 14h-22z"
        />
      </g>
      <circle className={styles.hub} cx="338" cy="101" r="12" />
      <circle className={styles.axle} cx="338" cy="101" r="4" />
      {open && <path className={styles.waves} d="M378 84a22 22 0 0 1 20 20M378 70a36 36 0 0 1 34 34" />}
    </svg>
  );
}
