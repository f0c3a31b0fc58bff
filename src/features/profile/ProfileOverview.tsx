import styles from './ProfileOverview.module.css';

/** What the service is, in a few sentences (`spec §2`, project overview). */
export function ProfileOverview() {
  return (
    <section className={styles.overview} aria-labelledby="project-overview">
      <h2 id="project-overview">Project overview</h2>
      <p>
        Your access-security provider designs, installs and looks after the RFID boom gates of this site. Residents and
        staff pass with a tag on the windscreen, visitors are let in by the guard house, and every lane is protected by
        loop detectors that keep the arm up while a vehicle is under it.
      </p>
      <p>
        Each preventive visit and each emergency call is recorded in this portal with photos and a service report, so
        that the management can show at any time what was done, when, and at which gate.
      </p>
    </section>
  );
}
