/** While the session or a screen's script is on its way; shown after 150 ms. */
export const LoadingScreen = () => (
  <main className="alone">
    <p className="sk-box q3" role="status">
      Loading...
    </p>
  </main>
);
