/** Shown while the session or the script of a screen is loading, after 150 ms. */
export const LoadingScreen = () => (
  <main className="alone">
    <p className="sk-box q3" role="status">
      Loading...
    </p>
  </main>
);
